/** The shell that npm puts between itself and a command (`npx millwright start`), and the effect of its end. */

/** So often it is looked at; a signal takes no longer than this to arrive. */
const everyMs = 250;

/**
 * Whether npm has started a shell that only runs this command. That shell waits for the command, and dies of the signals that npm
 * sends. A script that puts the command into the background, or runs others beside it, may leave it running on purpose.
 * @param script the script that npm gave to the shell, in npm's quotes
 */
export function isOnlyCommand(script) {
  // regexp-safe: it reads the scripts of a project of the author’s own.
  return script !== undefined && /^(?:\w+=\S*\s+)*['"]?(?:\S*\/)?millwright['"]?(?:\s[^&|;]*)?$/.test(script);
}

/**
 * Ends this process as SIGTERM does when the shell has ended. npm sends SIGTERM to the shell only, which dies without telling its
 * children.
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
