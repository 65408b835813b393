/** The machines that mix, fill, label and pack. */
import { type Equipment, fault, fortnightly, service, weekly } from './equipment.ts';

const mixer: Equipment = {
  tag: 'MX',
  label: 'Agitator',
  models: [
    ['Silverson', 'FX'],
    ['EKATO', 'ESD 35'],
    ['Alfa Laval', 'ALS'],
  ],
  price: [8500, 36000],
  criticality: ['medium', 'high'],
  cleaning: fortnightly,
  provider: 'Alfa Laval Service',
  faultsPerYear: 0.8,
  services: [service('preventive', 'Change gear oil and check shaft seal', 180)],
  faults: [
    fault('high', 'Shaft seal leaking into the vessel', 'Replace shaft seal', 'Barrier fluid is being lost.'),
    fault('medium', 'Gearbox noisy', 'Change gear oil and inspect gears', 'Metal dust on the drain plug.'),
  ],
};

const filler: Equipment = {
  tag: 'FL',
  label: 'Bottle filler',
  models: [
    ['Krones', 'Modulfill'],
    ['Sidel', 'Matrix SF700'],
    ['KHS', 'Innofill Glass DRS'],
  ],
  price: [420000, 780000],
  criticality: ['critical'],
  cleaning: { every: 1, unit: 'day' },
  provider: 'Krones LCS',
  faultsPerYear: 5,
  services: [
    service('preventive', 'Replace filling valve seals', 90),
    service('preventive', 'Calibrate fill level sensors', 60),
  ],
  faults: [
    fault(
      'high',
      'Underfilled bottles at three valves',
      'Replace filling valve seals',
      'The check behind the filler rejects more than 2 % of the bottles.',
    ),
    fault(
      'critical',
      'Filler stops on star wheel overload',
      'Repair star wheel clutch',
      'The overload clutch of the infeed star wheel releases at normal speed.',
    ),
    fault(
      'medium',
      'Capper drops caps',
      'Adjust cap chute and sorter',
      'Caps jam at the transfer to the heads.',
    ),
  ],
};

const labeller: Equipment = {
  tag: 'LB',
  label: 'Labeller',
  models: [
    ['Krones', 'Topmodul'],
    ['HERMA', '400'],
    ['Sidel', 'EvoDECO'],
  ],
  price: [85000, 260000],
  criticality: ['high'],
  cleaning: weekly,
  provider: 'Krones LCS',
  faultsPerYear: 4,
  services: [service('preventive', 'Clean glue system and replace vacuum pads', 60)],
  faults: [
    fault('medium', 'Labels skewed', 'Adjust label transfer', 'The label edge is up to 4 mm off.'),
    fault('low', 'Glue strings on bottles', 'Clean glue nozzle', 'The nozzle temperature is unsteady.'),
  ],
};

const casePacker: Equipment = {
  tag: 'CP',
  label: 'Case packer',
  models: [
    ['Krones', 'Varioline'],
    ['Syntegon', 'Elematic 1001'],
    ['Multivac', 'R 535'],
  ],
  price: [120000, 310000],
  criticality: ['high'],
  cleaning: weekly,
  provider: 'Krones LCS',
  faultsPerYear: 3,
  services: [service('preventive', 'Replace suction cups and check guards', 90)],
  faults: [
    fault('medium', 'Cases open at the flap', 'Replace hot-melt hose', 'No glue on the rear flap.'),
    fault('high', 'Gripper head drops bottles', 'Replace suction cups', 'The vacuum falls below 0.6 bar.'),
  ],
};

export const packaging = { mixer, filler, labeller, casePacker };
