/** Plant North: a bottling plant with three lines. */
import type { SitePlan, ZonePlan } from './site-plan.ts';

function line(number: number, conveyors: number): ZonePlan {
  return {
    name: `Line ${number}`,
    holds: [
      ['filler', 1, `Filler line ${number}`],
      ['labeller', 1, `Labeller line ${number}`],
      ['checkweigher', 1, `Checkweigher line ${number}`],
      ['casePacker', 1, `Case packer line ${number}`],
      ['conveyor', conveyors, `Bottle conveyor line ${number}`],
      ['motor', 4, `Conveyor motor line ${number}`],
      ['drive', 2, `Conveyor drive line ${number}`],
      ['plc', 1, `Line ${number} control`],
    ],
  };
}

export const north: SitePlan = {
  name: 'Plant North',
  isHeadquarters: false,
  hoursPerWeek: 320,
  timezone: 'Europe/London',
  worksNights: true,
  mailbox: 'north@demo.test',
  phones: ['+44 113 496 0120', '+44 7700 900120'],
  address: 'Pontefract Road, Stourton',
  zipCode: 'LS10 1AX',
  city: 'Leeds',
  country: 'United Kingdom',
  keepsNo: ['COOLANT', 'WIPER', 'RING', 'HEATER', 'ROPE', 'FLT-CART', 'VALVE-PULSE', 'SEAL-CYL'],
  zones: [
    {
      name: 'Utilities',
      description: 'Energy, air, cold and water for the whole plant.',
      zones: [
        {
          name: 'Boiler house',
          description: 'Permit needed for work on pressure parts.',
          holds: [
            ['boiler', 2],
            ['pump', 4, 'Feedwater pump'],
            ['plc', 1, 'Boiler control'],
          ],
        },
        {
          name: 'Compressor room',
          holds: [
            ['compressor', 3],
            ['dryer', 2],
          ],
        },
        {
          name: 'Chiller plant',
          holds: [
            ['chiller', 2],
            ['coolingTower', 2],
            ['pump', 4, 'Brine pump'],
          ],
        },
        {
          name: 'Electrical substation',
          description: '11 kV: authorised persons only.',
          holds: [
            ['transformer', 2],
            ['generator', 1],
            ['ups', 1],
          ],
        },
        {
          name: 'Water treatment',
          holds: [
            ['pump', 3, 'Osmosis feed pump'],
            ['motor', 3, 'Blower motor'],
          ],
        },
      ],
    },
    {
      name: 'Processing',
      zones: [
        {
          name: 'Syrup room',
          holds: [
            ['mixer', 4, 'Syrup tank agitator'],
            ['pump', 4, 'Syrup pump'],
          ],
        },
        {
          name: 'Pasteurisation',
          holds: [
            ['heatExchanger', 3],
            ['pump', 3, 'Product pump'],
            ['drive', 3, 'Product pump drive'],
          ],
        },
        {
          name: 'CIP station',
          description: 'Cleaning in place: caustic and acid.',
          holds: [
            ['pump', 4, 'CIP pump'],
            ['heatExchanger', 1],
            ['plc', 1, 'CIP control'],
          ],
        },
      ],
    },
    { name: 'Bottling hall', zones: [line(1, 6), line(2, 6), line(3, 5)] },
    {
      name: 'Logistics',
      zones: [
        {
          name: 'Palletising',
          holds: [
            ['palletiser', 2],
            ['robot', 1, 'Depalletising robot'],
            ['wrapper', 2],
            ['conveyor', 4, 'Pallet conveyor'],
          ],
        },
        {
          name: 'Finished goods warehouse',
          holds: [
            ['forklift', 6],
            ['palletTruck', 4],
            ['dockLeveller', 4],
          ],
        },
        { name: 'Raw material store', holds: [['forklift', 2]] },
      ],
    },
    { name: 'Maintenance workshop', holds: [['crane', 1, 'Workshop crane']] },
    {
      name: 'Effluent treatment',
      holds: [
        ['pump', 3, 'Effluent pump'],
        ['mixer', 2, 'Balance tank agitator'],
      ],
    },
  ],
};
