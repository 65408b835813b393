/** Sensors, switchgear, batteries, electronics. */
import { type Part, part } from './part.ts';

export const electricalParts: readonly Part[] = [
  part('SEN-IND-M12', 'Proximity sensor M12', [24.6, 'piece'], ['ifm electronic', 'IFS204'], 15, [
    'conveyor',
    'palletiser',
    'wrapper',
    'casePacker',
    'machiningCentre',
  ]),
  part('SEN-PHOTO', 'Photoelectric sensor', [78.5, 'piece'], ['RS Components', 'SICK WL9-3P2230'], 8, [
    'conveyor',
    'labeller',
    'checkweigher',
    'filler',
  ]),
  part('SEN-TEMP', 'Temperature sensor Pt100', [39.9, 'piece'], ['ifm electronic', 'TS2229'], 8, [
    'heatExchanger',
    'chiller',
    'boiler',
    'mouldingMachine',
    'transformer',
  ]),
  part('SEN-PRESS', 'Pressure sensor 0–10 bar', [148, 'piece'], ['ifm electronic', 'PN7094'], 5, [
    'pump',
    'compressor',
    'hydraulicUnit',
    'dryer',
  ]),
  part('SEN-LEVEL', 'Level electrode', [112, 'piece'], ['Bosch Industriekessel Service', 'LE-NRG-16'], 3, [
    'boiler',
  ]),
  part('SEN-FLAME', 'Flame sensor', [197, 'piece'], ['Bosch Industriekessel Service', 'QRI2B2'], 2, [
    'boiler',
  ]),
  part('LIGHT-CURT', 'Light curtain 900 mm', [684, 'pair'], ['RS Components', 'SICK C4C-SA09'], 2, [
    'palletiser',
    'robot',
    'lift',
  ]),
  part('CONT-D25', 'Contactor 25 A', [46.8, 'piece'], ['Rexel', 'LC1D25P7'], 10, [
    'motor',
    'pump',
    'compressor',
    'airHandler',
    'chiller',
  ]),
  part('CONT-D09', 'Contactor 9 A', [28.3, 'piece'], ['Rexel', 'LC1D09P7'], 12, [
    'conveyor',
    'mixer',
    'coolingTower',
    'dustCollector',
  ]),
  part('BREAKER-MS', 'Motor protection switch 6–10 A', [57.6, 'piece'], ['Rexel', 'GV2ME14'], 8, [
    'motor',
    'conveyor',
    'pump',
  ]),
  part('FUSE-NH00', 'Fuse NH00 63 A', [5.4, 'piece'], ['Rexel', 'NH00-63-GG'], 30, [
    'drive',
    'ups',
    'transformer',
  ]),
  part('RELAY-24V', 'Plug-in relay 24 V', [8.9, 'piece'], ['Rexel', 'RXM4AB2BD'], 30, [
    'plc',
    'boiler',
    'lift',
    'crane',
    'generator',
  ]),
  part(
    'PLC-DI16',
    'Digital input module 16 × 24 V',
    [318, 'piece'],
    ['Siemens Industry Services', '6ES7521-1BH00-0AB0'],
    2,
    ['plc'],
  ),
  part('PLC-PSU', 'Power supply 24 V 10 A', [164, 'piece'], ['Rexel', 'ABLS1A24100'], 4, [
    'plc',
    'robot',
    'filler',
  ]),
  part(
    'FAN-VFD',
    'Cooling fan for frequency converter',
    [92.5, 'piece'],
    ['Siemens Industry Services', '6SL3200-0SF15'],
    4,
    ['drive'],
  ),
  part('BAT-ROBOT', 'Memory battery for robot', [54.2, 'piece'], ['ABB Robotics Service', '3HAC16831-1'], 8, [
    'robot',
  ]),
  part('BAT-12V9', 'Battery 12 V 9 Ah', [31.5, 'piece'], ['Socomec Service', 'BAT-12-9-LL'], 40, ['ups']),
  part('BAT-START', 'Starter battery 12 V 180 Ah', [268, 'piece'], ['Würth', '0964 680 180'], 2, [
    'generator',
    'forklift',
  ]),
  part(
    'CABLE-SERVO',
    'Servo motor cable 10 m',
    [176, 'piece'],
    ['ABB Robotics Service', '3HAC026787-001'],
    3,
    ['robot', 'machiningCentre'],
  ),
  part(
    'CABLE-CAT6',
    'Industrial network cable 5 m',
    [26.9, 'piece'],
    ['RS Components', 'HARTING 09474747'],
    12,
    ['plc', 'drive', 'robot', 'checkweigher'],
  ),
  part('HEATER-BAND', 'Heater band 230 V 900 W', [83.7, 'piece'], ['ENGEL Service', 'HB-60-900'], 6, [
    'mouldingMachine',
  ]),
  part('VALVE-SOL', 'Solenoid valve 5/2', [67.3, 'piece'], ['RS Components', 'Festo VUVG-L10'], 8, [
    'casePacker',
    'checkweigher',
    'labeller',
    'filler',
  ]),
  part('VALVE-PULSE', 'Pulse valve membrane', [33.8, 'piece'], ['Camfil', 'PV-MEM-1'], 8, ['dustCollector']),
  part('NOZZLE-GLUE', 'Glue nozzle', [71.9, 'piece'], ['Krones LCS', '1-018-04-551-0'], 4, [
    'labeller',
    'casePacker',
  ]),
  part('BUTTON-ES', 'Emergency stop button', [32.4, 'piece'], ['Rexel', 'XB4BS8442'], 8, [
    'conveyor',
    'dockLeveller',
    'wrapper',
    'crane',
  ]),
  part('LAMP-LED', 'LED signal lamp 24 V', [12.2, 'piece'], ['Rexel', 'XVGB3SM'], 12, [
    'plc',
    'palletiser',
    'filler',
  ]),
  part('LOADCELL', 'Load cell 15 kg', [356, 'piece'], ['Mettler Toledo Service', 'MT-LC-15'], 1, [
    'checkweigher',
  ]),
  part('TAPE-INS', 'Insulating tape', [1.9, 'roll'], ['Würth', '0985 101'], 50, ['motor', 'drive', 'plc']),
  part('TIE-200', 'Cable tie 200 mm', [0.04, 'piece'], ['Würth', '0502 111'], 1000, [
    'plc',
    'robot',
    'conveyor',
  ]),
  part('CLEANER-EL', 'Contact cleaner spray', [9.9, 'can'], ['Würth', '0893 60'], 24, [
    'plc',
    'drive',
    'motor',
    'generator',
  ]),
];
