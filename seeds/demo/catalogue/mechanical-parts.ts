/** Bearings, seals, belts, filters, oils, hoses. */
import { type Part, part } from './part.ts';

export const mechanicalParts: readonly Part[] = [
  part('BRG-6204', 'Bearing 6204-2RSH', [6.9, 'piece'], ['Rubix', 'SKF 6204-2RSH'], 20, [
    'motor',
    'conveyor',
  ]),
  part('BRG-6205', 'Bearing 6205-2RSH', [8.2, 'piece'], ['Rubix', 'SKF 6205-2RSH'], 20, [
    'motor',
    'conveyor',
    'pump',
  ]),
  part('BRG-6308', 'Bearing 6308-2Z', [21.4, 'piece'], ['Rubix', 'SKF 6308-2Z'], 10, ['motor', 'pump']),
  part('BRG-22212', 'Spherical roller bearing 22212 E', [96.5, 'piece'], ['Rubix', 'SKF 22212 E'], 4, [
    'mixer',
    'dustCollector',
  ]),
  part('BRG-UCF205', 'Flange bearing UCF 205', [17.8, 'piece'], ['ERIKS', 'UCF205'], 10, [
    'conveyor',
    'palletiser',
  ]),
  part('SEAL-MG1-28', 'Mechanical seal MG1 28 mm', [118, 'piece'], ['ERIKS', 'MG1/28-G60'], 6, ['pump']),
  part('SEAL-CART-38', 'Cartridge seal 38 mm', [412, 'piece'], ['ERIKS', 'CARTEX-SN-38'], 2, [
    'pump',
    'mixer',
  ]),
  part('SEAL-FV', 'Filling valve seal kit', [64.9, 'set'], ['Krones LCS', '0-900-19-204-1'], 12, ['filler']),
  part('SEAL-CYL-63', 'Cylinder seal kit 63 mm', [38.6, 'set'], ['Bosch Rexroth Service', 'R961003187'], 5, [
    'mouldingMachine',
    'hydraulicUnit',
    'forklift',
  ]),
  part('GSK-M10', 'Plate gasket M10 EPDM', [14.3, 'piece'], ['Alfa Laval Service', 'M10-EPDM-CLIP'], 40, [
    'heatExchanger',
  ]),
  part('ORING-SET', 'O-ring assortment NBR 70', [29.9, 'box'], ['ERIKS', 'ORA-NBR70-382'], 3, [
    'hydraulicUnit',
    'compressor',
    'mouldingMachine',
    'pump',
  ]),
  part('BELT-SPA1250', 'V-belt SPA 1250', [13.1, 'piece'], ['Rubix', 'Gates SPA1250'], 12, [
    'airHandler',
    'coolingTower',
    'dustCollector',
  ]),
  part('BELT-SPB2000', 'V-belt SPB 2000', [24.7, 'piece'], ['Rubix', 'Gates SPB2000'], 8, [
    'coolingTower',
    'airHandler',
  ]),
  part('BELT-CV400', 'Conveyor belt PU 400 mm', [48.5, 'metre'], ['Rubix', 'Habasit NAB-8E'], 25, [
    'conveyor',
    'checkweigher',
  ]),
  part('BELT-T10', 'Timing belt T10 1400', [33.2, 'piece'], ['Rubix', 'Optibelt T10/1400'], 6, [
    'labeller',
    'casePacker',
    'palletiser',
  ]),
  part('CHAIN-08B', 'Roller chain 08B-1', [11.6, 'metre'], ['Rubix', 'Renold 08B-1'], 20, [
    'conveyor',
    'palletiser',
    'wrapper',
  ]),
  part(
    'ROLLER-50',
    'Conveyor roller 50 × 450 mm',
    [22.8, 'piece'],
    ['RS Components', 'Interroll 1700-450'],
    20,
    ['conveyor'],
  ),
  part('WHEEL-DRV', 'Drive wheel 230 × 70 mm', [142, 'piece'], ['Jungheinrich Service', '51199407'], 4, [
    'palletTruck',
  ]),
  part('BRAKE-SHOE', 'Brake shoe set', [86.4, 'set'], ['Jungheinrich Service', '50054212'], 4, ['forklift']),
  part('LINING-HOIST', 'Hoist brake lining', [174, 'set'], ['Konecranes Service', '52293672'], 2, ['crane']),
  part('FLT-AIR-K', 'Air filter element', [58.3, 'piece'], ['Kaeser Service', '6.4212.0'], 6, ['compressor']),
  part('FLT-OIL-K', 'Oil filter', [31.7, 'piece'], ['Kaeser Service', '6.1985.1'], 6, ['compressor']),
  part('FLT-SEP-K', 'Oil separator cartridge', [236, 'piece'], ['Kaeser Service', '6.3571.0'], 2, [
    'compressor',
  ]),
  part(
    'FLT-HYD-10',
    'Hydraulic filter element 10 µm',
    [44.9, 'piece'],
    ['Bosch Rexroth Service', 'R928006809'],
    8,
    ['hydraulicUnit', 'mouldingMachine', 'machiningCentre'],
  ),
  part('FLT-BAG-F7', 'Bag filter ePM1 60 % 592 × 592', [36.5, 'piece'], ['Camfil', 'HF-XLT7-592'], 24, [
    'airHandler',
  ]),
  part('FLT-CART', 'Filter cartridge 660 mm', [88.2, 'piece'], ['Camfil', 'GOLD-CONE-660'], 8, [
    'dustCollector',
  ]),
  part('FLT-MAT', 'Cabinet filter mat', [4.1, 'piece'], ['Rexel', 'RITTAL 3322.700'], 50, [
    'plc',
    'drive',
    'ups',
  ]),
  part('FLT-FUEL', 'Fuel filter', [27.4, 'piece'], ['Rubix', 'FF5320'], 4, ['generator']),
  part(
    'OIL-HLP46',
    'Hydraulic oil HLP 46',
    [3.85, 'litre'],
    ['TotalEnergies Lubricants', 'AZOLLA ZS 46'],
    208,
    ['hydraulicUnit', 'mouldingMachine', 'forklift', 'dockLeveller'],
  ),
  part('OIL-COMP', 'Compressor oil', [9.4, 'litre'], ['Kaeser Service', 'SIGMA FLUID S-460'], 60, [
    'compressor',
  ]),
  part('OIL-GEAR220', 'Gear oil CLP 220', [5.2, 'litre'], ['TotalEnergies Lubricants', 'CARTER EP 220'], 60, [
    'mixer',
    'conveyor',
    'palletiser',
    'crane',
  ]),
  part(
    'OIL-FOOD',
    'Food grade grease H1',
    [12.9, 'cartridge'],
    ['TotalEnergies Lubricants', 'NEVASTANE XS 80'],
    30,
    ['filler', 'labeller', 'casePacker', 'palletiser'],
  ),
  part(
    'GREASE-EP2',
    'Bearing grease EP 2',
    [6.3, 'cartridge'],
    ['TotalEnergies Lubricants', 'MULTIS EP 2'],
    48,
    ['motor', 'pump', 'robot', 'conveyor', 'lift'],
  ),
  part(
    'COOLANT-EM',
    'Cutting fluid concentrate',
    [7.1, 'litre'],
    ['TotalEnergies Lubricants', 'LACTUCA LT 3000'],
    208,
    ['machiningCentre'],
  ),
  part(
    'GLYCOL',
    'Cooling brine concentrate',
    [4.6, 'litre'],
    ['Veolia Water Technologies', 'GLY-N-30'],
    200,
    ['chiller', 'generator'],
  ),
  part(
    'BIOCIDE',
    'Cooling water biocide',
    [11.8, 'litre'],
    ['Veolia Water Technologies', 'HYDREX 7310'],
    50,
    ['coolingTower'],
  ),
  part('CUP-60', 'Suction cup 60 mm', [9.7, 'piece'], ['RS Components', 'Schmalz FSGA-60'], 40, [
    'casePacker',
    'palletiser',
    'robot',
  ]),
  part('HOSE-DN10', 'Hydraulic hose 2SN DN 10', [18.9, 'metre'], ['Bosch Rexroth Service', '2SN-DN10'], 20, [
    'hydraulicUnit',
    'mouldingMachine',
    'dockLeveller',
    'forklift',
  ]),
  part('HOSE-AIR8', 'Compressed air hose 8 mm', [1.6, 'metre'], ['RS Components', 'Festo PUN-H-8'], 50, [
    'casePacker',
    'labeller',
    'robot',
    'checkweigher',
  ]),
  part('WIPER-MC', 'Way wiper', [41.2, 'piece'], ['DMG MORI Service', '2362947'], 6, ['machiningCentre']),
  part('RING-CHECK', 'Check ring for screw 35 mm', [289, 'piece'], ['ENGEL Service', 'RSP-35'], 2, [
    'mouldingMachine',
  ]),
  part('ROPE-6', 'Hoist rope 6 mm', [7.7, 'metre'], ['Konecranes Service', '52315400'], 30, ['crane']),
  part('BUMPER-DL', 'Dock bumper 500 × 250 mm', [69, 'piece'], ['Würth', '0899 500 250'], 4, [
    'dockLeveller',
  ]),
  part('FILM-ROLL', 'Pre-stretch roller', [134, 'piece'], ['RS Components', 'ROB-PSR-500'], 2, ['wrapper']),
];
