/** One thread that computes bcrypt, so that the event loop never does. Plain JavaScript: a worker starts without a compiler. */
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

parentPort?.on('message', (job) => {
  const result =
    job.hash === undefined ? bcrypt.hashSync(job.text, job.cost) : bcrypt.compareSync(job.text, job.hash);
  parentPort?.postMessage(result);
});
