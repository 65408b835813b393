/** A body of `multipart/form-data` (RFC 7578), as browsers send it. */

/** One part: a text, or a file with its name. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Buffer;
  readonly filename?: string;
  /** The type that the client claims. */
  readonly type?: string;
}

const boundary = 'millwright-form-boundary-7MA4YWxkTrZu0gW';

export class Form {
  readonly parts: readonly FormPart[];

  constructor(parts: readonly FormPart[]) {
    this.parts = parts;
  }

  get type(): string {
    return `multipart/form-data; boundary=${boundary}`;
  }

  get bytes(): Buffer {
    const parts = this.parts.flatMap(({ name, value, filename, type }) => {
      const file = filename === undefined ? '' : `; filename="${filename.replaceAll('"', '%22')}"`;
      const said = type === undefined ? '' : `\r\nContent-Type: ${type}`;
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${said}\r\n\r\n`;
      return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
    });
    return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  }
}
