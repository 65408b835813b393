/** Realistic texts for examples, by field name. Other fields use their label. */
import { valueUnder } from '../../json-object.ts';

const byName: Readonly<Record<string, string>> = {
  address: '12 Mill Lane',
  body: 'Checked, nothing to report.',
  city: 'Lyon',
  code: '492039',
  country: 'France',
  description: 'Checked in the morning, nothing to report.',
  email: 'maintenance@example.com',
  first_name: 'Ada',
  full_name: 'Ada Morel',
  invoice_number: 'INV-2026-0117',
  last_name: 'Morel',
  locale: 'en',
  manufacturer: 'Hydrotec',
  model: 'HX-200',
  notes: 'Taken from the shelf beside the door.',
  password: 'correct horse battery',
  phone: '+33 4 72 00 00 00',
  reason: 'The bearing runs hot.',
  reference: 'REF-0042',
  request_id: '6f1c0c5e-7f0b-4a53-9a68-1de3e86c9a51',
  serial_number: 'SN-20418',
  timezone: 'Europe/Paris',
  unit: 'piece',
  url: 'https://example.com/',
  username: 'ada',
  zip_code: '69007',
};

/** The text for a name or for its end (`office_phone`), else null. */
export function exampleWords(name: string): string | null {
  const parts = name.split('_');
  for (let from = 0; from < parts.length; from += 1) {
    const words = valueUnder(byName, parts.slice(from).join('_'));
    if (words !== undefined) return words;
  }
  return null;
}
