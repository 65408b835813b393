/**
 * `npm run tasks -- --once`: runs every task now, due or not, and ends. Without `--once` it runs tasks when they are due until it
 * is stopped. It is for nodes that serve requests with `RUN_TASKS=false`.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createApp } from '../service/app.ts';
import { runCommand } from '../service/start/command.ts';
import { createLog } from '../service/start/log/log.ts';
import { requireCurrentSchema } from '../service/start/migrate.ts';

await runCommand(async (database, config) => {
  const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
  await requireCurrentSchema(database, config);
  const { tasks, outbox } = await createApp({ config, database, log: createLog(config, process.stderr) });
  if (values.once) {
    const runs = await tasks.once();
    await outbox.once();
    for (const { task, outcome, milliseconds } of runs)
      console.log(`${task}: ${outcome} (${milliseconds} ms)`);
    for (const name of tasks.names) {
      if (!runs.some(({ task }) => task === name)) console.log(`${name}: another process runs it`);
    }
    if (runs.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
    return;
  }
  console.log(`Running ${tasks.names.join(', ')}.`);
  // Timers of the runner do not keep a process alive.
  const alive = setInterval(() => {}, 3_600_000);
  tasks.start();
  outbox.start();
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  clearInterval(alive);
  await Promise.all([tasks.stop(), outbox.stop()]);
});
