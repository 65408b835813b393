/** Water, steam and compressed air. */
import { type Equipment, fault, halfYearly, monthly, quarterly, service, yearly } from './equipment.ts';

const pump: Equipment = {
  tag: 'P',
  label: 'Centrifugal pump',
  models: [
    ['Grundfos', 'CR 32-4'],
    ['Grundfos', 'NB 65-160'],
    ['KSB', 'Etanorm 080-065-200'],
    ['Wilo', 'IL 80/170-7.5/2'],
    ['Lowara', 'e-SH 50-160'],
  ],
  price: [1800, 9400],
  criticality: ['medium', 'medium', 'high'],
  cleaning: quarterly,
  provider: 'Grundfos Service',
  faultsPerYear: 0.9,
  services: [
    service('preventive', 'Grease bearings and check coupling alignment', 180),
    service('predictive', 'Vibration measurement', 90),
  ],
  faults: [
    fault(
      'medium',
      'Mechanical seal leaking',
      'Replace mechanical seal',
      'Product on the base plate below the shaft, about one drop a second.',
    ),
    fault(
      'high',
      'Pump runs but delivers no pressure',
      'Clear suction line and vent pump',
      'Discharge pressure fell below 1.5 bar; the suction strainer is suspected.',
    ),
    fault(
      'medium',
      'Loud bearing noise',
      'Replace pump bearings',
      'Vibration at the drive end is above 7.1 mm/s.',
    ),
  ],
};

const boiler: Equipment = {
  tag: 'B',
  label: 'Steam boiler',
  models: [
    ['Bosch', 'Universal UL-S 4000'],
    ['Viessmann', 'Vitomax HS'],
    ['Babcock Wanson', 'BWD 40'],
  ],
  price: [95000, 240000],
  criticality: ['critical'],
  cleaning: halfYearly,
  provider: 'Bosch Industriekessel Service',
  faultsPerYear: 2.5,
  services: [
    service('inspection', 'Statutory pressure equipment inspection', 360, 'external', 'Bureau Veritas'),
    service('preventive', 'Burner service and flue gas analysis', 180, 'both'),
  ],
  faults: [
    fault(
      'critical',
      'Burner lockout, no steam',
      'Clean flame sensor and reset burner',
      'The flame sensor reports no flame three seconds after ignition.',
    ),
    fault(
      'high',
      'Low water level alarm',
      'Replace level electrode',
      'The level electrode shows deposits and reads low with a full sight glass.',
    ),
    fault(
      'medium',
      'Safety valve weeping',
      'Lap or replace safety valve',
      'Steam at the vent line although the pressure is two bar below the set point.',
    ),
  ],
};

const compressor: Equipment = {
  tag: 'K',
  label: 'Screw compressor',
  models: [
    ['Atlas Copco', 'GA 37 VSD+'],
    ['Kaeser', 'CSD 105'],
    ['Kaeser', 'ASD 60'],
    ['Ingersoll Rand', 'RS45i'],
  ],
  price: [21000, 48000],
  criticality: ['high', 'critical'],
  cleaning: monthly,
  provider: 'Kaeser Service',
  faultsPerYear: 1.8,
  services: [
    service('preventive', 'Replace air filter, oil filter and oil', 120),
    service('inspection', 'Leak survey of the compressed air network', 180, 'external'),
  ],
  faults: [
    fault(
      'high',
      'Discharge temperature too high',
      'Clean oil cooler and top up oil',
      'Shut down at 110 °C; the cooler fins are blocked with dust.',
    ),
    fault(
      'medium',
      'Oil carry-over in the air network',
      'Replace separator element',
      'The differential pressure across the separator reached 1 bar.',
    ),
    fault(
      'medium',
      'Unloads and loads every few seconds',
      'Repair minimum pressure valve',
      'The minimum pressure valve no longer closes.',
    ),
  ],
};

const dryer: Equipment = {
  tag: 'D',
  label: 'Refrigerated air dryer',
  models: [
    ['Kaeser', 'SECOTEC TE 142'],
    ['Atlas Copco', 'FX 11'],
    ['Beko Technologies', 'DRYPOINT RA III 135'],
  ],
  price: [4200, 11500],
  criticality: ['medium', 'high'],
  cleaning: quarterly,
  provider: 'Kaeser Service',
  faultsPerYear: 0.6,
  services: [service('preventive', 'Clean condenser and check condensate drain', 90)],
  faults: [
    fault(
      'medium',
      'Dew point too high',
      'Clean condenser and refill refrigerant',
      'The dew point stays at 12 °C at normal load.',
    ),
    fault(
      'low',
      'Condensate drain blocked',
      'Replace condensate drain',
      'Water in the first drop leg behind the dryer.',
    ),
  ],
};

const heatExchanger: Equipment = {
  tag: 'HX',
  label: 'Plate heat exchanger',
  models: [
    ['Alfa Laval', 'M10-B'],
    ['Alfa Laval', 'M15-M'],
    ['Kelvion', 'NT100M'],
  ],
  price: [5200, 17500],
  criticality: ['medium', 'high'],
  cleaning: yearly,
  provider: 'Alfa Laval Service',
  faultsPerYear: 0.5,
  services: [service('preventive', 'Clean plates in place and check temperatures', 180)],
  faults: [
    fault(
      'high',
      'Leak between the plates',
      'Replace plate gaskets',
      'Drops along the lower edge of the plate pack.',
    ),
    fault(
      'medium',
      'Outlet temperature not reached',
      'Open and clean plate pack',
      'The approach temperature has risen by four degrees since the last cleaning.',
    ),
  ],
};

export const utilities = { pump, boiler, compressor, dryer, heatExchanger };
