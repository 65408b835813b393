/** Plant South: precision parts, cut and moulded. */
import type { SitePlan, ZonePlan } from './site-plan.ts';

function cell(letter: string): ZonePlan {
  return {
    name: `Machining cell ${letter}`,
    holds: [
      ['machiningCentre', 6],
      ['robot', 1, 'Loading robot'],
      ['conveyor', 2, 'Chip conveyor'],
    ],
  };
}

function bay(number: number): ZonePlan {
  return {
    name: `Injection bay ${number}`,
    holds: [
      ['mouldingMachine', 6],
      ['robot', 2, 'Take-out robot'],
      ['conveyor', 2, 'Parts conveyor'],
      ['crane', 1, 'Mould crane'],
    ],
  };
}

function assembly(number: number): ZonePlan {
  return {
    name: `Assembly line ${number}`,
    holds: [
      ['conveyor', 4, 'Assembly conveyor'],
      ['robot', 2, 'Assembly robot'],
      ['checkweigher', 1, 'Completeness scale'],
      ['plc', 1, `Assembly line ${number} control`],
      ['drive', 2, 'Conveyor drive'],
    ],
  };
}

export const south: SitePlan = {
  name: 'Plant South',
  isHeadquarters: false,
  hoursPerWeek: 240,
  timezone: 'Europe/Athens',
  worksNights: false,
  mailbox: 'south@demo.test',
  phones: ['+30 2310 000 130', '+30 690 000 0130'],
  address: 'Block 42, Sindos Industrial Area',
  zipCode: '570 22',
  city: 'Thessaloniki',
  country: 'Greece',
  keepsNo: ['SEAL-FV', 'GSK', 'SEN-FLAME', 'SEN-LEVEL', 'NOZZLE', 'OIL-FOOD', 'BRG-222', 'FILM', 'FLT-FUEL'],
  zones: [
    { name: 'Machining hall', zones: [cell('A'), cell('B'), { name: 'Tool store' }] },
    {
      name: 'Moulding hall',
      zones: [
        bay(1),
        bay(2),
        {
          name: 'Material drying',
          holds: [
            ['dryer', 2, 'Granulate dryer'],
            ['motor', 4, 'Conveying blower motor'],
          ],
        },
      ],
    },
    {
      name: 'Press shop',
      description: 'Hearing protection.',
      holds: [
        ['hydraulicUnit', 5, 'Press power unit'],
        ['crane', 1, 'Die crane'],
        ['plc', 2, 'Press control'],
      ],
    },
    { name: 'Assembly', zones: [assembly(1), assembly(2)] },
    {
      name: 'Coating',
      holds: [
        ['airHandler', 2, 'Paint booth supply unit'],
        ['dustCollector', 3],
        ['conveyor', 2, 'Overhead conveyor'],
        ['robot', 2, 'Painting robot'],
        ['drive', 2, 'Fan drive'],
      ],
    },
    {
      name: 'Utilities',
      zones: [
        {
          name: 'Compressor room',
          holds: [
            ['compressor', 3],
            ['dryer', 2],
          ],
        },
        {
          name: 'Cooling plant',
          holds: [
            ['chiller', 2],
            ['coolingTower', 2],
            ['pump', 5, 'Cooling water pump'],
            ['motor', 4, 'Pump motor'],
          ],
        },
        {
          name: 'Substation',
          description: '20 kV: authorised persons only.',
          holds: [
            ['transformer', 2],
            ['generator', 1],
            ['ups', 2],
          ],
        },
      ],
    },
    {
      name: 'Shipping',
      holds: [
        ['forklift', 4],
        ['palletTruck', 3],
        ['dockLeveller', 3],
        ['wrapper', 1],
      ],
      zones: [{ name: 'Returns' }],
    },
    { name: 'Mould store', description: 'Racks A to F.' },
  ],
};
