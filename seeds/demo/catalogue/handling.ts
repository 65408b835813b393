/** Material handling: conveyors, trucks, cranes, doors and lifts. */
import { type Equipment, fault, fortnightly, monthly, quarterly, service, weekly } from './equipment.ts';

const conveyor: Equipment = {
  tag: 'CV',
  label: 'Belt conveyor',
  models: [
    ['FlexLink', 'X85'],
    ['Bosch Rexroth', 'VarioFlow plus'],
    ['Interroll', 'MCP'],
    ['Dorner', '3200 Series'],
  ],
  price: [2900, 14500],
  criticality: ['medium', 'medium', 'high'],
  cleaning: fortnightly,
  provider: 'Eiffage Énergie Systèmes',
  faultsPerYear: 1.3,
  services: [service('preventive', 'Check belt tension, rollers and guards', 90)],
  faults: [
    fault(
      'medium',
      'Belt running off to one side',
      'Align belt and replace roller',
      'The tail roller has seized.',
    ),
    fault(
      'high',
      'Drive stopped on overload',
      'Replace gear motor',
      'The motor draws twice its rated current.',
    ),
    fault('low', 'Bottles detected twice', 'Replace photoelectric sensor', 'The lens is scratched.'),
  ],
};

const palletiser: Equipment = {
  tag: 'PL',
  label: 'Palletiser',
  models: [
    ['Krones', 'Pressant Universal'],
    ['KUKA', 'KR 120 R3200 PA'],
    ['Fuji Yusoki', 'EC-201'],
  ],
  price: [110000, 240000],
  criticality: ['high', 'critical'],
  cleaning: weekly,
  provider: 'Krones LCS',
  faultsPerYear: 2.5,
  services: [service('preventive', 'Lubricate chains and check light curtains', 90)],
  faults: [
    fault(
      'high',
      'Light curtain trips without cause',
      'Replace light curtain',
      'The receiver loses beam 12.',
    ),
    fault('medium', 'Layer pad not picked up', 'Replace suction cups', 'Two of eight cups are torn.'),
  ],
};

const wrapper: Equipment = {
  tag: 'SW',
  label: 'Stretch wrapper',
  models: [
    ['Robopac', 'Rotoplat 708'],
    ['Lantech', 'Q-300XT'],
    ['Siat', 'OneWrap'],
  ],
  price: [9200, 24000],
  criticality: ['medium'],
  cleaning: monthly,
  provider: 'Eiffage Énergie Systèmes',
  faultsPerYear: 1.5,
  services: [service('preventive', 'Replace film rollers and check turntable drive', 180)],
  faults: [
    fault(
      'low',
      'Film tears at the corner',
      'Adjust film tension',
      'The brake of the film carriage is worn.',
    ),
    fault(
      'medium',
      'Turntable does not index',
      'Replace proximity sensor',
      'No signal at the home position.',
    ),
  ],
};

const forklift: Equipment = {
  tag: 'FT',
  label: 'Forklift',
  models: [
    ['Jungheinrich', 'EFG 320'],
    ['Linde', 'E20'],
    ['Toyota', '8FBE15T'],
    ['STILL', 'RX 20-16'],
  ],
  price: [26000, 42000],
  criticality: ['medium'],
  cleaning: monthly,
  provider: 'Jungheinrich Service',
  faultsPerYear: 1.4,
  services: [
    service('inspection', 'Thorough examination of lifting gear', 180, 'external', 'DEKRA Industrial'),
    service('preventive', 'Check chains, forks and battery water', 90),
  ],
  faults: [
    fault('medium', 'Mast lifts jerkily', 'Bleed lift cylinder and top up oil', 'Air in the lift circuit.'),
    fault('high', 'Brakes pull to the left', 'Replace brake shoes', 'The left shoes are worn to 2 mm.'),
    fault('low', 'Reversing alarm silent', 'Replace alarm buzzer', 'Found at the daily check.'),
  ],
};

const palletTruck: Equipment = {
  tag: 'PT',
  label: 'Electric pallet truck',
  models: [
    ['Jungheinrich', 'ERE 120'],
    ['Linde', 'T20'],
    ['Toyota', 'LPE200'],
  ],
  price: [6800, 11200],
  criticality: ['low'],
  cleaning: quarterly,
  provider: 'Jungheinrich Service',
  faultsPerYear: 1,
  services: [service('preventive', 'Check drive wheel, brake and battery', 120)],
  faults: [
    fault('low', 'Drive wheel worn flat', 'Replace drive wheel', 'The tread is 8 mm below new.'),
    fault('medium', 'Does not charge', 'Replace charger plug', 'The contacts are burnt.'),
  ],
};

const crane: Equipment = {
  tag: 'CR',
  label: 'Overhead crane',
  models: [
    ['Konecranes', 'CXT NEO'],
    ['Demag', 'EKDR-Pro'],
    ['ABUS', 'ELV'],
  ],
  price: [24000, 66000],
  criticality: ['medium', 'high'],
  cleaning: null,
  provider: 'Konecranes Service',
  faultsPerYear: 0.5,
  services: [
    service('inspection', 'Statutory crane inspection', 360, 'external', 'DEKRA Industrial'),
    service('preventive', 'Lubricate rope and check brake lining', 180, 'both'),
  ],
  faults: [
    fault(
      'high',
      'Hoist brake slips',
      'Adjust and replace hoist brake',
      'The load sinks 10 cm after the stop.',
    ),
    fault('medium', 'Remote control loses contact', 'Replace receiver aerial', 'Fails beyond eight metres.'),
  ],
};

const dockLeveller: Equipment = {
  tag: 'DL',
  label: 'Dock leveller',
  models: [
    ['Hörmann', 'HTL2'],
    ['Crawford', 'DL6020T'],
  ],
  price: [3900, 7600],
  criticality: ['low', 'medium'],
  cleaning: quarterly,
  provider: 'SPIE Facilities',
  faultsPerYear: 0.7,
  services: [service('inspection', 'Check platform, lip and emergency stop', 180)],
  faults: [
    fault('medium', 'Lip does not extend', 'Replace lip cylinder hose', 'The hose has burst.'),
    fault('low', 'Dock bumper torn off', 'Replace dock bumper', 'Hit by a trailer.'),
  ],
};

const lift: Equipment = {
  tag: 'LI',
  label: 'Passenger lift',
  models: [
    ['KONE', 'MonoSpace 500'],
    ['Schindler', '3300'],
    ['Otis', 'Gen2'],
  ],
  price: [48000, 82000],
  criticality: ['medium'],
  cleaning: weekly,
  provider: 'KONE',
  faultsPerYear: 1.5,
  services: [service('preventive', 'Contract visit: doors, ropes and emergency call', 45, 'external')],
  faults: [
    fault('high', 'Stopped between two floors', 'Replace door contact', 'Car door contact interrupted.'),
    fault('low', 'Door reopens several times', 'Clean door sill and light curtain', 'Grit in the sill.'),
  ],
};

export const handling = {
  conveyor,
  palletiser,
  wrapper,
  forklift,
  palletTruck,
  crane,
  dockLeveller,
  lift,
};
