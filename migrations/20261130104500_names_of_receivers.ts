/** Why an attempt of a webhook failed: also because no name server has answered. */

/** The values that this column may have from now on. */
export const values = {
  webhook_deliveries: {
    error: ['timeout', 'name', 'connection', 'tls', 'blocked_address', 'redirect', 'status'],
  },
};

export async function up(): Promise<void> {}
export async function down(): Promise<void> {}
