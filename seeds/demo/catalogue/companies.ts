/** Suppliers and service companies. Their addresses are fictitious: `.example` is reserved, and so are the numbers. */

type CompanyType = 'item_provider' | 'maintenance_provider';

export interface CompanyEntry {
  readonly name: string;
  readonly types: readonly CompanyType[];
  readonly description: string;
  readonly mailbox: string;
  readonly address: string;
}

const sells: readonly CompanyType[] = ['item_provider'];
const serves: readonly CompanyType[] = ['maintenance_provider'];
const both: readonly CompanyType[] = ['item_provider', 'maintenance_provider'];

function company(
  name: string,
  types: readonly CompanyType[],
  description: string,
  mailbox: string,
  address: string,
): CompanyEntry {
  return { name, types, description, mailbox, address };
}

export const companyEntries: readonly CompanyEntry[] = [
  company(
    'RS Components',
    sells,
    'Sensors, pneumatics and small parts, next day.',
    'orders@rs.example',
    'Birchington Road, Corby',
  ),
  company(
    'Rubix',
    sells,
    'Bearings, belts and chains; framework contract.',
    'orders@rubix.example',
    'Accent Park, Aston, Birmingham',
  ),
  company('ERIKS', sells, 'Seals and gaskets.', 'orders@eriks.example', 'Seven Stars Road, Oldbury'),
  company(
    'Rexel',
    sells,
    'Switchgear and cabinets.',
    'orders@rexel.example',
    'Boulevard du Fort de Vaux, Paris',
  ),
  company(
    'Würth',
    sells,
    'Consumables; refills the shelf every Tuesday.',
    'shelf@wuerth.example',
    'Reinhold-Würth-Straße, Künzelsau',
  ),
  company(
    'ifm electronic',
    sells,
    'Sensors for level, pressure and temperature.',
    'orders@ifm.example',
    'Friedrichstraße, Essen',
  ),
  company(
    'Camfil',
    sells,
    'Filters for ventilation and dust extraction.',
    'orders@camfil.example',
    'Rue Ampère, Saint-Martin-Longueau',
  ),
  company(
    'TotalEnergies Lubricants',
    sells,
    'Oils, greases and cutting fluids; takes back waste oil.',
    'orders@lubricants.example',
    'Rue Raymond Ridel, La Garenne-Colombes',
  ),
  company(
    'Bosch Rexroth Service',
    both,
    'Hydraulics: parts, hoses made to length, repairs.',
    'service@rexroth.example',
    'Zum Eisengießer, Lohr am Main',
  ),
  company(
    'Kaeser Service',
    both,
    'Compressors and dryers; full service contract until next year.',
    'service@kaeser.example',
    'Carl-Kaeser-Straße, Coburg',
  ),
  company(
    'Alfa Laval Service',
    both,
    'Heat exchangers and agitators.',
    'service@alfalaval.example',
    'Rudeboksvägen, Lund',
  ),
  company(
    'Krones LCS',
    both,
    'Bottling lines: format parts, overhauls, remote support.',
    'lcs@krones.example',
    'Böhmerwaldstraße, Neutraubling',
  ),
  company(
    'Siemens Industry Services',
    both,
    'Controllers and drives; 24-hour hotline.',
    'service@siemens.example',
    'Gleiwitzer Straße, Nürnberg',
  ),
  company(
    'ABB Robotics Service',
    both,
    'Robots of every make on site.',
    'robotics@abb.example',
    'Hydrovägen, Västerås',
  ),
  company(
    'Jungheinrich Service',
    both,
    'Trucks, batteries and chargers.',
    'service@jungheinrich.example',
    'Friedrich-Ebert-Damm, Hamburg',
  ),
  company(
    'Konecranes Service',
    both,
    'Cranes and hoists.',
    'service@konecranes.example',
    'Koneenkatu, Hyvinkää',
  ),
  company(
    'DMG MORI Service',
    both,
    'Machine tools; spindles in exchange.',
    'service@dmgmori.example',
    'Gildemeisterstraße, Bielefeld',
  ),
  company(
    'ENGEL Service',
    both,
    'Injection moulding machines.',
    'service@engel.example',
    'Ludwig-Engel-Straße, Schwertberg',
  ),
  company(
    'Bosch Industriekessel Service',
    both,
    'Steam boilers and burners.',
    'boilers@bosch.example',
    'Nürnberger Straße, Gunzenhausen',
  ),
  company(
    'Veolia Water Technologies',
    both,
    'Water treatment and its chemicals.',
    'water@veolia.example',
    'Rue Madeleine Vionnet, Aubervilliers',
  ),
  company(
    'Socomec Service',
    both,
    'Uninterruptible power supplies and batteries.',
    'service@socomec.example',
    'Rue de Westhouse, Benfeld',
  ),
  company(
    'Mettler Toledo Service',
    both,
    'Checkweighers; issues calibration certificates.',
    'service@mt.example',
    'Im Langacher, Greifensee',
  ),
  company(
    'Grundfos Service',
    serves,
    'Pumps.',
    'service@grundfos.example',
    'Poul Due Jensens Vej, Bjerringbro',
  ),
  company(
    'Carrier Service',
    serves,
    'Chillers; certified for refrigerants.',
    'service@carrier.example',
    'Route de Thil, Montluel',
  ),
  company(
    'KONE',
    serves,
    'Lifts; emergency call around the clock.',
    'service@kone.example',
    'Avenue du Maréchal Juin, Lyon',
  ),
  company(
    'SPIE Facilities',
    serves,
    'Ventilation, doors and buildings.',
    'facilities@spie.example',
    'Avenue Jean Jaurès, Feyzin',
  ),
  company(
    'Eiffage Énergie Systèmes',
    serves,
    'Electrical installation and switchgear.',
    'energie@eiffage.example',
    'Rue du Lyonnais, Genas',
  ),
  company(
    'Bureau Veritas',
    serves,
    'Statutory inspections of pressure and electrical equipment.',
    'inspections@bv.example',
    'Boulevard Paul Vaillant-Couturier, Ivry',
  ),
  company(
    'DEKRA Industrial',
    serves,
    'Inspections of cranes, trucks and lifting gear.',
    'inspections@dekra.example',
    'Handwerkstraße, Stuttgart',
  ),
  company(
    'Eurofins',
    serves,
    'Laboratory: water and oil samples.',
    'lab@eurofins.example',
    'Rue de la Loge, Maxéville',
  ),
];
