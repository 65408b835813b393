/**
 * A thread that reads the embedded database, so that the event loop does not stand still meanwhile. Plain JavaScript: a worker starts
 * without a compiler.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';

/** Rows of one message: to make values of their text takes the other side a part of a millisecond. */
const rowsAtOnce = 100;

// On Linux, a priority is that of a thread: on a busy machine, requests come first.
if (process.platform === 'linux') setPriority(10);

const connection = new Libsql(workerData.path);
connection.exec('PRAGMA busy_timeout=5000');
connection.exec('PRAGMA query_only=ON');

/** The rows that are still to be sent, and whether as texts. */
let rest = { rows: [], at: 0, asText: false };

parentPort?.on('message', ({ text, bindings, asText }) => {
  try {
    if (text !== undefined) {
      const rows = connection.prepare(text).all(bindings);
      rest = { rows: asText ? JSON.parse(rows[0].packed) : rows, at: 0, asText };
    }
    const rows = rest.rows.slice(rest.at, rest.at + rowsAtOnce);
    rest.at += rowsAtOnce;
    const hasMore = rest.at < rest.rows.length;
    if (!hasMore) rest.rows = [];
    parentPort?.postMessage({ rows: rest.asText ? JSON.stringify(rows) : rows, hasMore });
  } catch ({ message, code }) {
    parentPort?.postMessage({ failure: { message, code } });
  }
});
