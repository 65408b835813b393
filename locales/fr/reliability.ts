/** What the figures of reliability are called, and what they follow from, in French. */
import type { Translations } from '../../engine/message.ts';

export const reliability = {
  Reliability: 'Fiabilité',
  'Tells how much of the time in which materials were required they ran, how often they failed, and how long it took to restore them.':
    'Indique quelle part du temps requis les équipements ont fonctionné, combien de fois ils ont été défaillants, et combien de temps il a fallu pour les rétablir.',
  'Availability by month': 'Disponibilité par mois',
  'Most downtime': 'Le plus de temps d’arrêt',
  hours: 'heures',
  'window ∩ life ∩ working hours − external stops': 'période ∩ vie ∩ horaires de travail − arrêts externes',
  'unplanned stops ∩ required time': 'arrêts non planifiés ∩ temps requis',
  '(planned stops − unplanned stops) ∩ required time':
    '(arrêts planifiés − arrêts non planifiés) ∩ temps requis',
  'required − unplanned − planned': 'requis − non planifié − planifié',
  'up ÷ required': 'fonctionnement ÷ requis',
  'up ÷ (required − planned)': 'fonctionnement ÷ (requis − planifié)',
  'failures that start': 'défaillances qui commencent',
  'failures that start in the life of the material':
    'défaillances qui commencent pendant la vie de l’équipement',
  'failures not restored at the end': 'défaillances non rétablies à la fin',
  'up ÷ failures': 'fonctionnement ÷ défaillances',
  '2 × up ÷ χ²(0.95; 2 × failures + 2)': '2 × fonctionnement ÷ χ²(0,95 ; 2 × défaillances + 2)',
  '2 × up ÷ χ²(0.05; 2 × failures)': '2 × fonctionnement ÷ χ²(0,05 ; 2 × défaillances)',
  'failures that end': 'défaillances qui se terminent',
  'time to restoration ÷ restorations': 'temps jusqu’au rétablissement ÷ rétablissements',
  'unplanned stops that end; stops that overlap count once':
    'arrêts non planifiés qui se terminent ; ceux qui se chevauchent comptent une fois',
  'length of these stops ÷ their number': 'durée de ces arrêts ÷ leur nombre',
} satisfies Translations;

/** Beside what a material itself has. */
export const reliabilityFields = {
  until_at: 'compté jusqu’au',
  required_hours: 'temps requis',
  unplanned_down_hours: 'temps d’arrêt non planifié',
  planned_down_hours: 'temps d’arrêt planifié',
  up_hours: 'temps de fonctionnement',
  availability: 'disponibilité',
  inherent_availability: 'disponibilité intrinsèque',
  failures: 'nombre de défaillances',
  open_failures: 'nombre de défaillances ouvertes',
  mtbf_hours: 'temps moyen de fonctionnement entre défaillances',
  mtbf_low_hours: 'borne inférieure du temps entre défaillances',
  mtbf_high_hours: 'borne supérieure du temps entre défaillances',
  restorations: 'nombre de rétablissements',
  mttr_hours: 'temps moyen jusqu’au rétablissement',
  down_periods: 'nombre d’arrêts terminés',
  mdt_hours: 'durée moyenne d’arrêt',
};

export const reliabilityHeadings = {
  materials: 'équipements',
  failures: 'défaillances',
  open_failures: 'défaillances ouvertes',
  restorations: 'rétablissements',
  down_periods: 'arrêts',
};
