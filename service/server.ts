/** Starts the service: reads the settings, then serves in this process, or leads several that share the port. */
import cluster from 'node:cluster';
import { type Config, readConfig } from './config/config.ts';
import { loadSettingsFile } from './config/file.ts';
import { findProject } from './project/project.ts';
import { printFailure } from './start/command.ts';
import { createLog } from './start/log/log.ts';

let config: Config | undefined;
try {
  // A worker has those that its parent has read.
  if (cluster.isPrimary) loadSettingsFile();
  await findProject();
  config = readConfig(process.env);
  const log = createLog(config, process.stdout);
  const development = process.argv.includes('--development');
  if (development && config.workers > 1) log.warn('WORKERS is ignored in development: one process serves.');
  const workers = development ? 1 : config.workers;
  // Imported on demand: otherwise the parent would load the whole service without using it.
  if (workers > 1 && cluster.isPrimary) {
    const { leadWorkers } = await import('./start/crew.ts');
    leadWorkers(workers, config.leaveSeconds * 1000, log);
  } else {
    const { serve } = await import('./serve.ts');
    await serve({ config: { ...config, workers }, log, development });
  }
} catch (error) {
  printFailure(error, config);
  process.exit(1);
}
