/** Power, drives, control and measurement. */
import { type Equipment, fault, monthly, service, yearly } from './equipment.ts';

const motor: Equipment = {
  tag: 'M',
  label: 'Electric motor',
  models: [
    ['ABB', 'M3BP 160 MLA 4'],
    ['Siemens', '1LE1003-1DB43'],
    ['WEG', 'W22 IE3 15 kW'],
    ['SEW-Eurodrive', 'DRN132M4'],
  ],
  price: [620, 4800],
  criticality: ['low', 'medium', 'high'],
  cleaning: yearly,
  provider: 'Eiffage Énergie Systèmes',
  faultsPerYear: 0.4,
  services: [service('predictive', 'Vibration and winding temperature check', 120)],
  faults: [
    fault(
      'high',
      'Motor protection tripped',
      'Replace motor bearings',
      'The rotor can hardly be turned by hand.',
    ),
    fault('medium', 'Motor hot to the touch', 'Clean fan cover', 'The fan cover is full of fibres.'),
  ],
};

const drive: Equipment = {
  tag: 'VFD',
  label: 'Frequency converter',
  models: [
    ['Danfoss', 'VLT AutomationDrive FC 302'],
    ['ABB', 'ACS880-01'],
    ['Siemens', 'SINAMICS G120'],
    ['Schneider Electric', 'Altivar Process ATV630'],
  ],
  price: [1100, 7900],
  criticality: ['medium', 'high'],
  cleaning: null,
  provider: 'Siemens Industry Services',
  faultsPerYear: 0.5,
  services: [service('preventive', 'Clean heat sink and replace fan', 360)],
  faults: [
    fault('high', 'Earth fault alarm', 'Replace motor cable', 'Insulation of the motor cable is below 1 MΩ.'),
    fault('medium', 'Overtemperature warning', 'Replace cooling fan', 'The fan turns slowly and rattles.'),
  ],
};

const plc: Equipment = {
  tag: 'PLC',
  label: 'PLC cabinet',
  models: [
    ['Siemens', 'SIMATIC S7-1500 CPU 1516-3 PN/DP'],
    ['Siemens', 'SIMATIC S7-1200 CPU 1215C'],
    ['Rockwell Automation', 'ControlLogix 1756-L83E'],
    ['Schneider Electric', 'Modicon M580 BMEP584040'],
    ['Beckhoff', 'CX5140'],
  ],
  price: [2400, 12500],
  criticality: ['high', 'critical'],
  cleaning: null,
  provider: 'Siemens Industry Services',
  faultsPerYear: 0.5,
  services: [
    service('preventive', 'Back up program and replace cabinet filter mats', 180),
    service('inspection', 'Thermography of the cabinet', 360, 'external', 'Bureau Veritas'),
  ],
  faults: [
    fault('critical', 'Controller in stop', 'Replace input module', 'Diagnostics name slot 4.'),
    fault(
      'medium',
      'Network node lost',
      'Replace network cable and plug',
      'The node returns when the cable is moved.',
    ),
  ],
};

const transformer: Equipment = {
  tag: 'TR',
  label: 'Dry-type transformer',
  models: [
    ['Schneider Electric', 'Trihal 1000 kVA'],
    ['Siemens', 'GEAFOL 1600 kVA'],
  ],
  price: [27000, 46000],
  criticality: ['critical'],
  cleaning: yearly,
  provider: 'Eiffage Énergie Systèmes',
  faultsPerYear: 0.2,
  services: [service('inspection', 'Thermography and torque check', 360, 'external', 'Bureau Veritas')],
  faults: [
    fault('high', 'Winding temperature alarm', 'Replace ventilation fan', 'Two of six fans stand still.'),
  ],
};

const generator: Equipment = {
  tag: 'G',
  label: 'Emergency generator',
  models: [
    ['Cummins', 'C550 D5'],
    ['Caterpillar', 'C18'],
  ],
  price: [52000, 98000],
  criticality: ['high', 'critical'],
  cleaning: yearly,
  provider: 'Eiffage Énergie Systèmes',
  faultsPerYear: 0.6,
  services: [
    service('preventive', 'Monthly test run under load', 30),
    service('preventive', 'Replace oil and fuel filter', 360, 'both'),
  ],
  faults: [
    fault(
      'critical',
      'Does not start at the monthly test',
      'Replace starter batteries',
      '9.1 V while cranking.',
    ),
    fault('medium', 'Coolant heater off', 'Replace coolant heater', 'The engine block is cold.'),
  ],
};

const ups: Equipment = {
  tag: 'UPS',
  label: 'Uninterruptible power supply',
  models: [
    ['APC', 'Symmetra PX 100'],
    ['Eaton', '93PM 100'],
    ['Socomec', 'MODULYS GP'],
  ],
  price: [18000, 56000],
  criticality: ['high', 'critical'],
  cleaning: null,
  provider: 'Socomec Service',
  faultsPerYear: 0.6,
  services: [service('inspection', 'Battery impedance test', 180, 'external')],
  faults: [
    fault('high', 'Battery fault on string 2', 'Replace battery blocks', 'Three blocks are above 12 mΩ.'),
    fault('low', 'Fan noise', 'Replace fan module', 'Heard by the shift on its round.'),
  ],
};

const checkweigher: Equipment = {
  tag: 'CW',
  label: 'Checkweigher',
  models: [
    ['Mettler Toledo', 'C33 PlusLine'],
    ['Ishida', 'DACS-GN'],
    ['Loma', 'IQ4'],
  ],
  price: [14500, 38000],
  criticality: ['medium', 'high'],
  cleaning: monthly,
  provider: 'Mettler Toledo Service',
  faultsPerYear: 1.6,
  services: [
    service('inspection', 'Calibration with certified weights', 180, 'external'),
    service('preventive', 'Check rejector and belt', 90),
  ],
  faults: [
    fault(
      'medium',
      'Good packs rejected',
      'Re-zero load cell and replace belt',
      'Product stuck below the belt.',
    ),
    fault(
      'high',
      'Rejector does not fire',
      'Replace rejector valve',
      'The air valve is stuck; line stopped by quality.',
    ),
  ],
};

export const electrical = { motor, drive, plc, transformer, generator, ups, checkweigher };
