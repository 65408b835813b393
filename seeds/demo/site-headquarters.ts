/** Headquarters: offices, the central spares warehouse and a prototype workshop. */
import type { SitePlan } from './site-plan.ts';

export const headquarters: SitePlan = {
  name: 'Headquarters',
  isHeadquarters: true,
  hoursPerWeek: null,
  timezone: 'Europe/Paris',
  worksNights: false,
  mailbox: 'headquarters@demo.test',
  phones: ['+33 4 65 71 00 10', '+33 6 39 98 00 10'],
  address: '12 rue de la Villette',
  zipCode: '69003',
  city: 'Lyon',
  country: 'France',
  keepsNo: [
    ...['BRG-222', 'BRG-UCF', 'SEAL', 'GSK', 'BELT-SPB', 'BELT-CV', 'BELT-T10', 'CHAIN', 'ROLLER', 'LINING'],
    ...[
      'FLT-AIR',
      'FLT-SEP',
      'FLT-HYD',
      'FLT-CART',
      'OIL',
      'COOLANT',
      'BIOCIDE',
      'CUP',
      'HOSE',
      'RING',
      'ROPE',
    ],
    ...[
      'FILM',
      'SEN',
      'LIGHT',
      'PLC',
      'BAT-ROBOT',
      'CABLE-SERVO',
      'HEATER',
      'VALVE',
      'NOZZLE',
      'LOADCELL',
      'TIE',
    ],
  ],
  zones: [
    {
      name: 'Office building',
      description: 'Four floors, 180 desks.',
      zones: [
        {
          name: 'Plant room',
          description: 'Basement; key at the reception.',
          holds: [
            ['boiler', 1, 'Heating boiler'],
            ['chiller', 1],
            ['pump', 3, 'Heating pump'],
            ['motor', 2, 'Fan motor'],
          ],
        },
        { name: 'Roof', holds: [['airHandler', 3]] },
        { name: 'Lift lobby', holds: [['lift', 2]] },
        {
          name: 'Server room',
          description: 'Access with a badge only.',
          holds: [
            ['ups', 2],
            ['airHandler', 1, 'Precision cooling unit'],
            ['plc', 1, 'Building control cabinet'],
          ],
        },
        { name: 'Meeting rooms' },
      ],
    },
    {
      name: 'Central spares warehouse',
      holds: [
        ['forklift', 2],
        ['palletTruck', 2],
        ['dockLeveller', 2],
      ],
      zones: [{ name: 'Goods in' }, { name: 'High rack' }],
    },
    {
      name: 'Prototype workshop',
      holds: [
        ['machiningCentre', 1],
        ['compressor', 1],
        ['crane', 1],
        ['robot', 1],
      ],
    },
    { name: 'Yard', holds: [['generator', 1]] },
  ],
};
