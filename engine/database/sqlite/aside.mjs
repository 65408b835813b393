/**
 * A thread that reads the embedded database, so that the event loop does not stand still meanwhile. Plain JavaScript: a worker starts
 * without a compiler.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';

/** Rows of one message: to make values of their text takes the other side a part of a millisecond. */
const rowsAtOnce = 500;

const connection = new Libsql(workerData.path);
connection.exec('PRAGMA busy_timeout=5000');
connection.exec('PRAGMA query_only=ON');

parentPort?.on('message', ({ text, bindings }) => {
  try {
    const [{ packed }] = connection.prepare(text).all(bindings);
    const rows = JSON.parse(packed);
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      parentPort?.postMessage({ rows: JSON.stringify(rows.slice(at, at + rowsAtOnce)) });
    parentPort?.postMessage({ end: true });
  } catch ({ message, code }) {
    parentPort?.postMessage({ failure: { message, code } });
  }
});
