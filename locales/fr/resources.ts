/** What the resources say, in French: in their definitions and hooks. */
import type { Translations } from '../../engine/message.ts';

export const resources = {
  'Cleaning of {material}': 'Nettoyage de {material}',
  'Entry of {quantity} × {item}': 'Entrée de {quantity} × {item}',
  'Exit of {quantity} × {item}': 'Sortie de {quantity} × {item}',
  'You do not have the permission {permission} at that site, so you cannot grant it there.':
    'Vous n’avez pas la permission {permission} sur ce site : vous ne pouvez pas l’y accorder.',
  'This user has the permission {permission}, which you do not have at that site.':
    'Cet utilisateur a la permission {permission}, que vous n’avez pas sur ce site.',
  'Nobody would be left who can manage users and roles at the headquarters. First give somebody else both permissions there.':
    'Plus personne ne pourrait gérer les utilisateurs et les rôles au siège. Donnez-y d’abord ces deux permissions à quelqu’un d’autre.',
  roles: 'rôles',
  'This site is named more than once.': 'Ce site est indiqué plus d’une fois.',
  'There is no permission “{name}”. Use names such as material.view, or * for all of them.':
    'Il n’y a pas de permission « {name} ». Utilisez des noms comme material.view, ou * pour toutes.',
  'You lack the permission {permission}, so you can neither put it into a role nor take it out.':
    'Il vous manque la permission {permission} : vous ne pouvez ni l’ajouter à un rôle ni l’en retirer.',
  'Your own password is changed with PUT /user/password, which asks for the present one.':
    'Votre propre mot de passe se change avec PUT /user/password, qui demande l’actuel.',
  'Your current password is required where you change your own e-mail address or username.':
    'Votre mot de passe actuel est obligatoire pour changer votre propre adresse e-mail ou nom d’utilisateur.',
  'This is not your current password.': 'Ce n’est pas votre mot de passe actuel.',
  'Your password is asked for where you change your own e-mail address or username, not those of others.':
    'Votre mot de passe n’est demandé que pour votre propre adresse e-mail ou nom d’utilisateur, pas pour ceux des autres.',
  'Only a resolved or closed incident has a time of resolution: leave it out, or change the status.':
    'Seul un incident résolu ou clos a une date de résolution : ne l’envoyez pas, ou changez l’état.',
  'A maintenance that is no longer completed has no time of resolution: leave it out.':
    'Une maintenance qui n’est plus terminée n’a pas de date de résolution : ne l’envoyez pas.',
  'Add at least one operator: the work is done internally and has started.':
    'Indiquez au moins un intervenant : le travail est réalisé en interne et a commencé.',
  'Add at least one company: the work is done externally and has started.':
    'Indiquez au moins une entreprise : le travail est réalisé en externe et a commencé.',
  duplicate: 'dupliquer',
  'Plans the same work on the same material once more.': 'Planifie encore le même travail.',
  'A cleaning plan needs both an interval and its unit: send both, or null for both.':
    'Un plan de nettoyage demande un intervalle et son unité : envoyez les deux, ou null pour les deux.',
  'Decommission it instead: its history stays.':
    'Passez-le plutôt à l’état « réformé » : son historique est conservé.',
  'It cannot be deleted while {count} user has it.':
    'Suppression impossible tant que {count} utilisateur l’a.',
  'It cannot be deleted while {count} users have it.':
    'Suppression impossible tant que {count} utilisateurs l’ont.',
  members: 'membres',
  member: 'membre',
  'This site is the headquarters and must remain so.': 'Ce site est le siège et doit le rester.',
  'There can be only one headquarters: it is the site “{name}”.':
    'Il ne peut y avoir qu’un seul siège : c’est le site « {name} ».',
  'There can be only one headquarters, and there is one already.':
    'Il ne peut y avoir qu’un seul siège, et il y en a déjà un.',
  'The headquarters cannot be deleted.': 'Le siège ne peut pas être supprimé.',
  'An exit is booked at the item’s price: leave the unit price out.':
    'Une sortie est enregistrée au prix de l’article : n’indiquez pas de prix unitaire.',
  'Only an entry has a supplier and an invoice: leave this out.':
    'Seule une entrée a un fournisseur et une facture : n’indiquez pas ce champ.',
  'Only an exit is for a maintenance: leave this out.':
    'Seule une sortie est destinée à une maintenance : n’indiquez pas ce champ.',
  'Only {left} are in stock.': 'Il n’en reste que {left} en stock.',
  'Only {left} is in stock.': 'Il n’en reste que {left} en stock.',
  'Only {left} were in stock on {day}.': 'Il n’y en avait que {left} en stock le {day}.',
  'Only {left} was in stock on {day}.': 'Il n’y en avait que {left} en stock le {day}.',
  'The stock is {stock} and cannot go beyond {most}.':
    'Le stock est de {stock} et ne peut pas dépasser {most}.',
  'This movement is itself a reversal and cannot be reversed. Book the movement anew instead.':
    'Ce mouvement est lui-même une annulation et ne peut pas être annulé. Enregistrez plutôt un nouveau mouvement.',
  'This movement has already been reversed.': 'Ce mouvement a déjà été annulé.',
  'You cannot delete yourself. Ask somebody else to do it.':
    'Vous ne pouvez pas vous supprimer vous-même. Demandez à quelqu’un d’autre de le faire.',
  'Materials are in this zone: move them first.':
    'Des équipements se trouvent dans cette zone : déplacez-les d’abord.',
  // What forms and lists say of fields and values.
  list: 'lister',
  view: 'consulter',
  create: 'créer',
  edit: 'modifier',
  delete: 'supprimer',
  everything: 'tout',
  creation: 'création',
  change: 'modification',
  'change of state': 'changement d’état',
  deletion: 'suppression',
  'sign-in': 'connexion',
  'change of password': 'changement de mot de passe',
  'two-factor sign-in on': 'double authentification activée',
  'two-factor sign-in off': 'double authentification désactivée',
  'new recovery codes': 'nouveaux codes de secours',
  'Price of one. If empty, it is the current price of the item.':
    'Prix d’une unité. Si vide : le prix actuel de l’article.',
  'Records the opposite of that movement. Only notes can be added.':
    'Enregistre l’inverse. Seules les remarques changent.',
  'Fill in the interval and its unit, or neither.': 'Les deux, ou aucun.',
  'For example Europe/Paris. Times are shown by this clock, and plans follow it.':
    'Ex. : Europe/Paris. Heures et plans le suivent.',
  'At least 8 characters. Not the e-mail address or the username.':
    'Au moins 8 caractères. Ni l’adresse e-mail ni le nom d’utilisateur.',
  'Needed to change your own e-mail address or username.':
    'Pour changer votre propre adresse e-mail ou nom d’utilisateur.',
  Administration: 'Administration',
  'Daily work': 'Au quotidien',
  Equipment: 'Parc',
  Stores: 'Magasin',
  'Cleanings by week': 'Nettoyages par semaine',
  'Open incidents': 'Incidents ouverts',
  'This material is decommissioned: choose one that is in use.':
    'Cet équipement est réformé : choisissez-en un qui est en service.',
  'Parts that follow': 'Composants qui suivent',
  'How many parts move or are decommissioned with it.':
    'Combien de composants sont déplacés ou réformés avec lui.',
  'No part follows.': 'Aucun composant ne suit.',
  '1 part follows it.': '1 composant suit.',
  '{count} parts follow it.': '{count} composants suivent.',
  'Its part “{name}” cannot move along: the zone has a material of this name already.':
    'Son composant « {name} » ne peut pas suivre : la zone a déjà un équipement de ce nom.',
  'A maintenance is given to you': 'Une maintenance vous est confiée',
  '{name} is given to you.': '{name} vous est confiée.',
  '{name} is given to you. Scheduled for {scheduled_at}.':
    '{name} vous est confiée. Prévue le {scheduled_at}.',
  '{name} is given to you. Due on {due_at}.': '{name} vous est confiée. À faire pour le {due_at}.',
  '{name} was due on {scheduled_at}.': '{name} était à faire pour le {scheduled_at}.',
  '{name} was due on {due_at}.': '{name} était à faire pour le {due_at}.',
  'A maintenance is due soon': 'Une maintenance arrive à échéance',
  '{name} is due on {at}.': '{name} est à faire pour le {at}.',
  'A maintenance is overdue': 'Une maintenance est en retard',
  '{name} was due on {at}.': '{name} était à faire pour le {at}.',
  'Somebody leaves open work': 'Quelqu’un quitte son travail en cours',
  '{person} no longer works at {name}. Open maintenances without them now: {maintenances}, of these with no operator left: {idle_maintenances}. Plans: {plans}, with no operator left: {idle_plans}.':
    '{person} ne travaille plus sur {name}. Maintenances ouvertes dont c’était le travail : {maintenances}, dont {idle_maintenances} sans intervenant. Plans : {plans}, dont {idle_plans} sans intervenant.',
  '{people} people no longer work at {name}. Open maintenances without them now: {maintenances}, of these with no operator left: {idle_maintenances}. Plans: {plans}, with no operator left: {idle_plans}.':
    '{people} personnes ne travaillent plus sur {name}. Maintenances ouvertes dont c’était le travail : {maintenances}, dont {idle_maintenances} sans intervenant. Plans : {plans}, dont {idle_plans} sans intervenant.',
  'A date of a plan is missed': 'Une date d’un plan est manquée',
  '{name} was not done by {at}.': '{name} n’a pas été fait avant le {at}.',
  'stock over time': 'stock au fil du temps',
  'What came in and went out in each period, and what was left at its end.':
    'Ce qui est entré et sorti dans chaque période, et ce qui restait à la fin.',
  Stock: 'Stock',
  'entries − exits of all time': 'entrées − sorties depuis le début',
  'An item runs low': 'Un article s’épuise',
  '{name} is running low: {current_stock} in stock.': '{name} s’épuise : {current_stock} en stock.',
  'An incident is severe': 'Un incident est grave',
  '{name}: severity {severity}.': '{name} : gravité {severity}.',
  'Incidents by month': 'Incidents par mois',
  Purchase: 'Achat',
  Identity: 'Identité',
  'Items to reorder': 'Articles à commander',
  Exit: 'Sortie',
  'Part used': 'Pièce utilisée',
  Entry: 'Entrée',
  Work: 'Travaux',
  Schedule: 'Calendrier',
  'Who does it': 'Qui intervient',
  'Overdue maintenances': 'Maintenances en retard',
  Make: 'Constructeur',
  'Cleaning plan': 'Plan de nettoyage',
  'Materials that need work': 'Équipements à réparer',
  Contact: 'Contact',
  Rights: 'Droits',
  'Sign-in': 'Connexion',
} satisfies Translations;
