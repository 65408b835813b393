/** Names of all settings. A variable of another name is none. */
export const settingNames = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'APP_URL',
  'APP_KEY',
  'APP_PREVIOUS_KEYS',
  'FRONTEND_URL',
  'STATEFUL_DOMAINS',
  'COOKIE_DOMAIN',
  'SESSION_LIFETIME',
  'REMEMBER_LIFETIME',
  'TRUST_PROXY',
  'SEED_DEMO',
  'LOCALES',
  'CURRENCY',
  'RUN_TASKS',
  'CONSOLE',
  'LOG_LEVEL',
  'REQUEST_LIMIT',
  'METRICS_TOKEN',
] as const;
export type SettingName = (typeof settingNames)[number];
