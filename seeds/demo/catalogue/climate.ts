/** Cold and clean air. */
import { type Equipment, fault, halfYearly, monthly, quarterly, service } from './equipment.ts';

const chiller: Equipment = {
  tag: 'CH',
  label: 'Water chiller',
  models: [
    ['Carrier', 'AquaForce 30XA'],
    ['Trane', 'Sintesis RTAF'],
    ['Daikin', 'EWAD-TZ B'],
  ],
  price: [58000, 135000],
  criticality: ['high', 'critical'],
  cleaning: quarterly,
  provider: 'Carrier Service',
  faultsPerYear: 1.4,
  services: [
    service('inspection', 'Refrigerant leak test', 180, 'external'),
    service('preventive', 'Clean condenser coils and check oil level', 120),
  ],
  faults: [
    fault(
      'high',
      'Trips on high condensing pressure',
      'Wash condenser coils and replace fan motor',
      'One of six condenser fans stands still.',
    ),
    fault(
      'medium',
      'Chilled water too warm',
      'Replace expansion valve',
      'Leaving water at 11 °C with a set point of 6 °C; superheat is unstable.',
    ),
  ],
};

const coolingTower: Equipment = {
  tag: 'CT',
  label: 'Cooling tower',
  models: [
    ['Baltimore Aircoil', 'Series 3000'],
    ['EVAPCO', 'AT 19-4G12'],
    ['SPX Cooling', 'Marley NC 8401'],
  ],
  price: [32000, 71000],
  criticality: ['high'],
  cleaning: monthly,
  provider: 'Veolia Water Technologies',
  faultsPerYear: 0.9,
  services: [
    service('inspection', 'Legionella sampling', 90, 'external', 'Eurofins'),
    service('preventive', 'Check fan belt, drift eliminators and float valve', 180),
  ],
  faults: [
    fault(
      'medium',
      'Make-up water runs without stopping',
      'Replace float valve',
      'The basin overflows into the drain.',
    ),
    fault(
      'medium',
      'Fan belt slipping',
      'Replace fan belt',
      'A squeal at start and belt dust below the guard.',
    ),
  ],
};

const airHandler: Equipment = {
  tag: 'AHU',
  label: 'Air handling unit',
  models: [
    ['Systemair', 'Geniox 16'],
    ['TROX', 'X-CUBE'],
    ['Swegon', 'GOLD RX 40'],
  ],
  price: [14000, 39000],
  criticality: ['low', 'medium'],
  cleaning: halfYearly,
  provider: 'SPIE Facilities',
  faultsPerYear: 0.7,
  services: [service('preventive', 'Replace filters and check belts', 120)],
  faults: [
    fault(
      'low',
      'Filter alarm',
      'Replace bag filters',
      'The pressure drop over the filters is above 250 Pa.',
    ),
    fault('medium', 'Supply fan stopped', 'Replace fan belt', 'The belt has torn; the motor turns freely.'),
  ],
};

const dustCollector: Equipment = {
  tag: 'DC',
  label: 'Dust collector',
  models: [
    ['Donaldson', 'Torit Downflo Evolution'],
    ['Camfil', 'Gold Series X-Flo'],
    ['Nederman', 'FlexPAK 1000'],
  ],
  price: [9800, 34000],
  criticality: ['medium'],
  cleaning: monthly,
  provider: 'SPIE Facilities',
  faultsPerYear: 0.7,
  services: [service('inspection', 'Measure extraction flow and check filters', 180)],
  faults: [
    fault(
      'medium',
      'Suction too weak',
      'Replace filter cartridges',
      'The differential pressure is above 1,500 Pa.',
    ),
    fault('low', 'Pulse valve hissing', 'Replace pulse valve membrane', 'Air escapes between the pulses.'),
  ],
};

export const climate = { chiller, coolingTower, airHandler, dustCollector };
