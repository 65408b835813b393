/** What stops and failures of materials are called and say, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

export const stops = {
  'Unplanned stop of {material}': 'Arrêt non planifié de {material}',
  'Planned stop of {material}': 'Arrêt planifié de {material}',
  'External stop of {material}': 'Arrêt externe de {material}',
  'Stop of {material}': 'Arrêt de {material}',
  'A stop ends after it began: there is none of no length.':
    'Un arrêt se termine après avoir commencé : il n’y en a pas de durée nulle.',
  'A stop of this kind already lasts on this material: end that one first.':
    'Un arrêt de cette nature dure déjà sur cet équipement : mettez-y fin d’abord.',
  'External: it could run, but there was no power or there were no orders.':
    'Externe : il pourrait tourner, mais il n’y a pas de courant ou pas de commandes.',
  'Leave it empty while the stop lasts.': 'Laissez vide tant que l’arrêt dure.',
  'Stops of its material refer to this incident: take it out of them first.':
    'Des arrêts de son équipement se réfèrent à cet incident : retirez-le d’abord de ces arrêts.',
  'Modes stand in no group: leave this out.': 'Un mode n’est dans aucun groupe : n’indiquez pas ce champ.',
  'A group has codes of its own kind alone.': 'Un groupe n’a que des codes de sa propre nature.',
  'Groups stand in no other group: choose a group that stands by itself, for a code with none below.':
    'Un groupe n’est dans aucun autre : choisissez un groupe qui n’est rangé nulle part, pour un code sans sous-codes.',
  'Make it inactive instead.': 'Rendez-le plutôt inactif.',
  'One that is not active stays where it is, and is offered no more.':
    'S’il n’est pas actif, il reste là où il est et n’est plus proposé.',
  Incident: 'Incident',
  Failure: 'Défaillance',
  Failures: 'Défaillances',
  'Only a failure has codes: mark it as one, or leave them out.':
    'Seule une défaillance a des codes : marquez-le comme tel, ou ne les indiquez pas.',
  'Name the failure mode: this site closes no failure without.':
    'Indiquez le mode de défaillance : ce site ne clôt aucune défaillance sans lui.',
  'Name the failure cause: this site closes no failure without.':
    'Indiquez la cause de défaillance : ce site ne clôt aucune défaillance sans elle.',
  'Report a stop': 'Signaler un arrêt',
  'Tells which few modes, causes or materials make most of the failures, or of their downtime.':
    'Indique quels modes, causes ou équipements, en petit nombre, font la plupart des défaillances ou de leur temps d’arrêt.',
  'Failures by mode': 'Défaillances par mode',
  'unplanned stops of these failures, overlapping ones of a material as one':
    'arrêts non planifiés de ces défaillances, ceux d’un équipement qui se chevauchent ne font qu’un',
  'group ÷ all groups': 'groupe ÷ tous les groupes',
  'this group and all before it ÷ all groups': 'ce groupe et tous ceux d’avant ÷ tous les groupes',
} satisfies Translations;

/** Beside what an incident itself has. */
export const paretoFields = {
  measure: 'comparé par',
  failures: 'nombre de défaillances',
  down_hours: 'temps d’arrêt',
  share: 'part',
  cumulative: 'part cumulée',
};

export const stopWords = {
  downtime: {
    title: { one: 'arrêt', many: 'arrêts' },
    fields: {
      name: 'nom',
      material_id: 'équipement',
      kind: 'nature',
      started_at: 'début',
      ended_at: 'fin',
      incident_id: 'incident',
      maintenance_id: 'maintenance',
      notes: 'notes',
      minutes: 'durée',
      by_status: 'créé par l’état',
    },
    headings: { started_at: 'début', ended_at: 'fin', minutes: 'durée', by_status: 'par l’état' },
    values: { kind: { unplanned: 'non planifié', planned: 'planifié', external: 'externe' } },
  },
  'failure-code': {
    title: { one: 'code de défaillance', many: 'codes de défaillance' },
    fields: {
      kind: 'nature',
      code: 'code',
      name: 'nom',
      description: 'description',
      parent_id: 'groupe',
      active: 'actif',
    },
    values: { kind: { mode: 'mode', mechanism: 'mécanisme', cause: 'cause' } },
  },
} satisfies Catalogue;
