/** The shell that npm puts between itself and a command (`npx millwright start`), and what its end means. */

/** So often it is looked at; a signal takes no longer than this to arrive. */
const everyMs = 250;

/**
 * Whether npm has a shell run this command and nothing else: that shell waits for it, and dies of the signals that npm hands on.
 *
 * A script that puts the command into the background, or runs others beside it, may leave it behind on purpose.
 *
 * @param script what npm gave to the shell, quoted by npm as it likes
 */
export function isOnlyCommand(script) {
  // regexp-safe: it reads the scripts of a project of the author’s own.
  return script !== undefined && /^(?:\w+=\S*\s+)*['"]?(?:\S*\/)?millwright['"]?(?:\s[^&|;]*)?$/.test(script);
}

/**
 * Ends this process as SIGTERM does once the shell has gone. npm hands SIGTERM on to the shell alone, which dies without a word
 * to what it has started.
 */
export function endWithShell() {
  if (!isOnlyCommand(process.env.npm_lifecycle_script)) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  watch.unref();
}
