/** The content of a mail, as text and as HTML. Users' texts are escaped: they add neither headers nor markup. */

import MailComposer from 'nodemailer/lib/mail-composer';
import { type Html, html } from '../../project/html.ts';

/** The parts of a letter, from top to bottom. */
export type Block =
  | { readonly text: string }
  | { readonly link: { readonly label: string; readonly url: string } }
  /** Lines, each with a link. */
  | {
      readonly list: readonly { readonly text: string; readonly url: string | null; readonly note: string }[];
    };

export interface Letter {
  readonly locale: string;
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** The footer, in small print. */
  readonly footer: string;
  /** The link to turn these mails off, also with one request (RFC 8058); null for mails that cannot be turned off. */
  readonly unsubscribe: { readonly label: string; readonly url: string } | null;
}

export interface Address {
  readonly name: string;
  readonly address: string;
}

interface Envelope {
  readonly from: Address;
  readonly to: Address;
  readonly messageId: string;
  /** Milliseconds since 1970. */
  readonly date: number;
}

/** The complete message, as it is sent or written. */
export function composeMessage(letter: Letter, { from, to, messageId, date }: Envelope): Promise<Buffer> {
  const { unsubscribe } = letter;
  const mail = new MailComposer({
    from: addressOf(from),
    to: addressOf(to),
    subject: oneLine(letter.subject),
    messageId,
    date: new Date(date),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== null && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe.url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    text: textOf(letter),
    html: String(htmlOf(letter)),
    // A letter is sent as it is: nothing is fetched for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}

function addressOf({ name, address }: Address): Address {
  return { name: oneLine(name), address };
}

/** Without characters that would start another line, or change the text direction. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}

function textOf({ blocks, footer, unsubscribe }: Letter): string {
  const parts = blocks.map((block) => {
    if ('text' in block) return oneLine(block.text);
    if ('link' in block) return `${block.link.label}:\n${block.link.url}`;
    return block.list
      .map(({ text, url, note }) => [`- ${oneLine(text)}`, oneLine(note), url].filter(Boolean).join('\n  '))
      .join('\n');
  });
  const last = ['-- ', oneLine(footer), ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : [])];
  return `${[...parts, last.join('\n')].join('\n\n')}\n`;
}

function htmlOf({ locale, subject, blocks, footer, unsubscribe }: Letter): Html {
  const parts = blocks.map((block) => {
    if ('text' in block) return html`<p>${oneLine(block.text)}</p>`;
    if ('link' in block)
      return html`<p><a href="${block.link.url}" style="${button}">${block.link.label}</a></p>`;
    const items = block.list.map(({ text, url, note }) => {
      const words = oneLine(text);
      const line = url === null ? words : html`<a href="${url}" style="color:#1d4ed8">${words}</a>`;
      return html`<li style="margin:0 0 10px">${line}<br><span style="color:#555">${oneLine(note)}</span></li>`;
    });
    return html`<ul style="padding-left:20px">${items}</ul>`;
  });
  const off = unsubscribe
    ? html` <a href="${unsubscribe.url}" style="color:#555">${unsubscribe.label}</a>`
    : null;
  return html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${oneLine(subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#111;max-width:640px;margin:0 auto;padding:16px">${parts}
<p style="color:#555;font-size:13px;border-top:1px solid #ccc;padding-top:8px">${oneLine(footer)}${off}</p></body></html>`;
}

const button =
  'display:inline-block;padding:10px 16px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none';
