/** Writes calendars as iCalendar (RFC 5545). */

/** An entry of a calendar. Moments are ISO 8601 UTC. */
export interface CalendarEvent {
  /** Always the same for the same row. */
  readonly uid: string;
  /** Greater after each change. */
  readonly sequence: number;
  readonly changedAt: string;
  readonly from: string;
  readonly minutes: number;
  readonly summary: string;
  readonly location: string | null;
  readonly url: string | null;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
}

interface Calendar {
  readonly name: string;
  readonly events: readonly CalendarEvent[];
}

/** @returns the whole file; the same calendar always gives the same text */
export function writeCalendar({ name, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Millwright//Calendar//EN',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  const until = new Date(Date.parse(event.from) + event.minutes * 60_000).toISOString();
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${momentOf(event.changedAt)}`,
    `LAST-MODIFIED:${momentOf(event.changedAt)}`,
    `DTSTART:${momentOf(event.from)}`,
    `DTEND:${momentOf(until)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.location === null ? [] : [`LOCATION:${escapeText(event.location)}`]),
    ...(event.url === null ? [] : [`URL:${event.url}`]),
    `STATUS:${event.status}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** `2026-01-31T08:00:00.000Z` → `20260131T080000Z` (3.3.5, form 2). */
function momentOf(iso: string): string {
  return `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** A text (3.3.11). It cannot contain control characters, and a line break only as `\n`. */
function escapeText(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, '\\$&')
      .replaceAll(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
  );
}

const longestLine = 75;

/** Splits a line into lines of at most 75 octets, between characters: each further one begins with a space (3.1). */
export function fold(line: string): string {
  if (line.length * 3 <= longestLine) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longestLine) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
