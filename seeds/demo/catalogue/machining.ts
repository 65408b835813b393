/** The machines that cut, mould, press and weld. */
import { type Equipment, fault, monthly, quarterly, service, weekly } from './equipment.ts';

const machiningCentre: Equipment = {
  tag: 'MC',
  label: 'Machining centre',
  models: [
    ['DMG MORI', 'DMU 50'],
    ['Mazak', 'VARIAXIS i-600'],
    ['Haas', 'VF-2SS'],
    ['Okuma', 'GENOS M560-V'],
  ],
  price: [78000, 290000],
  criticality: ['high'],
  cleaning: weekly,
  provider: 'DMG MORI Service',
  faultsPerYear: 2.2,
  services: [
    service('preventive', 'Lubricate ways and clean coolant tank', 90),
    service('inspection', 'Ballbar test of the axes', 180),
  ],
  faults: [
    fault(
      'high',
      'Spindle temperature alarm',
      'Replace spindle cooling pump',
      'No coolant flow at the spindle.',
    ),
    fault('medium', 'Tool changer out of position', 'Adjust tool changer arm', 'The arm stops 3 mm early.'),
    fault('low', 'Coolant leaking from the door', 'Replace door wiper', 'The wiper is worn through.'),
  ],
};

const mouldingMachine: Equipment = {
  tag: 'IM',
  label: 'Injection moulding machine',
  models: [
    ['ENGEL', 'victory 120'],
    ['ARBURG', 'ALLROUNDER 470 S'],
    ['KraussMaffei', 'CX 160'],
  ],
  price: [92000, 210000],
  criticality: ['high'],
  cleaning: monthly,
  provider: 'ENGEL Service',
  faultsPerYear: 2.4,
  services: [
    service('preventive', 'Replace hydraulic filter and sample oil', 120),
    service('preventive', 'Check safety gates and clamping force', 180),
  ],
  faults: [
    fault('high', 'Heater band open circuit', 'Replace heater band', 'Zone 3 of the barrel stays cold.'),
    fault(
      'high',
      'Hydraulic oil leak at the clamp',
      'Replace cylinder seal',
      'A puddle under the clamp unit.',
    ),
    fault('medium', 'Short shots', 'Replace check ring of the screw', 'The cushion varies by 6 mm.'),
  ],
};

const hydraulicUnit: Equipment = {
  tag: 'HU',
  label: 'Hydraulic power unit',
  models: [
    ['Bosch Rexroth', 'CytroPac'],
    ['Bosch Rexroth', 'ABPAC'],
    ['HAWE', 'HK 44'],
  ],
  price: [7800, 26000],
  criticality: ['high'],
  cleaning: quarterly,
  provider: 'Bosch Rexroth Service',
  faultsPerYear: 1.2,
  services: [service('predictive', 'Oil analysis and filter check', 120)],
  faults: [
    fault(
      'high',
      'Pressure drops under load',
      'Replace hydraulic pump',
      'Case drain flow is three times normal.',
    ),
    fault(
      'medium',
      'Oil temperature above 65 °C',
      'Clean oil cooler',
      'The cooler is covered with mist and dust.',
    ),
  ],
};

const robot: Equipment = {
  tag: 'R',
  label: 'Industrial robot',
  models: [
    ['KUKA', 'KR 210 R2700'],
    ['ABB', 'IRB 6700'],
    ['FANUC', 'M-710iC/50'],
    ['Yaskawa', 'Motoman GP25'],
  ],
  price: [38000, 88000],
  criticality: ['medium', 'high'],
  cleaning: monthly,
  provider: 'ABB Robotics Service',
  faultsPerYear: 1.1,
  services: [
    service('preventive', 'Replace memory batteries and check brakes', 180),
    service('preventive', 'Grease axes and inspect cable pack', 180),
  ],
  faults: [
    fault(
      'high',
      'Collision, axis 4 lost its reference',
      'Master axis 4 and check gripper',
      'Hit a misplaced pallet.',
    ),
    fault(
      'medium',
      'Cable fault at axis 6',
      'Replace cable pack',
      'The encoder signal drops out in one position.',
    ),
  ],
};

export const machining = { machiningCentre, mouldingMachine, hydraulicUnit, robot };
