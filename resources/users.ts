import {
  type Actor,
  Alias,
  and,
  BelongsTo,
  Bool,
  Computed,
  type Condition,
  defineResource,
  eq,
  Immutable,
  Instant,
  Integer,
  Internal,
  Maintained,
  Nested,
  Nullable,
  Optional,
  ReadOnly,
  RowIds,
  say,
  Text,
  UpdateOnly,
  WriteOnly,
} from '../engine/index.ts';
import { keepCurrentSite, loadCurrentSite, loadCurrentSiteId } from './access/current-site.ts';
import { holdEmail, loadPendingEmail } from './access/email-change.ts';
import { grantableRoles, grantableSites } from './access/grantable.ts';
import { leaveWork } from './access/leave-work.ts';
import { storeMemberships } from './access/membership-changes.ts';
import { loadMemberships, type WantedMembership } from './access/memberships.ts';
import { guardDelete, guardUpdate } from './access/user-guards.ts';
import {
  dropConfirmation,
  judgeConfirmation,
  judgeInvitation,
  judgeLikeness,
  judgeMissingConfirmation,
  judgeNeedlessConfirmation,
  judgePassword,
} from './access/user-password.ts';
import { checkUser, firstMemberships, settleMemberships } from './access/user-write.ts';

const membership = { table: 'memberships', foreign: 'user_id' };

/** People who sign in. The headquarters sees all of them, other sites their own. */
export default defineResource({
  name: 'user',
  path: 'users',
  table: 'users',
  scope: { members: { table: 'memberships', key: 'user_id' } },
  operations: ['list', 'view', 'create', 'update', 'delete'],
  softDelete: true,
  display: 'full_name',
  displayFrom: ['first_name', 'last_name'],
  fields: {
    username: Text({ max: 100 }),
    email: Text({
      format: 'email',
      caseless: true,
      label: 'e-mail address',
    }),
    pending_email: ReadOnly(
      Nested<string | null>({
        label: 'new e-mail address',
        schema: { type: ['string', 'null'], format: 'email' },
        load: loadPendingEmail,
      }),
    ),
    email_refusals: Internal(Integer({ default: 0 })),
    email_failing: Computed(
      { email_refusals: { gte: 3 } },
      {
        label: 'e-mail failing',
        help: 'No notices are sent to it until it is changed.',
      },
    ),
    first_name: Text(),
    last_name: Text(),
    full_name: ReadOnly(Text({ max: 511 })),
    name: Alias('full_name'),
    password: Optional(
      WriteOnly(
        Text({
          format: 'password',
          help: 'At least 8 characters. Not the e-mail address or the username.',
        }),
      ),
    ),
    invite: Immutable(
      WriteOnly(
        Bool({
          default: false,
          help: 'Sends a link to choose a password.',
        }),
      ),
    ),
    password_hash: Internal(Text({ max: 100 })),
    // Required if users change their own sign-in. It is never stored, and is removed from the row first.
    current_password: UpdateOnly(
      WriteOnly(Text({ format: 'password', help: 'Needed to change your own e-mail address or username.' })),
    ),
    confirmed_hash: Internal(WriteOnly(Text({ max: 100 }))),
    locale: Optional(Text({ format: 'locale', max: 35, label: 'language' })),
    office_phone: Nullable(Text()),
    cell_phone: Nullable(Text()),
    memberships: Nested<readonly WantedMembership[]>({
      heading: 'Sites and roles',
      load: loadMemberships,
      // Limits the work of one request in the database.
      list: { max: 500 },
      fields: {
        site_id: BelongsTo('sites', {
          include: ['is_headquarters'],
          offer: grantableSites,
          help: 'The headquarters gives roles at other sites.',
        }),
        role_ids: RowIds('roles', { min: 0, max: 50, offer: grantableRoles, by: ['site_id'] }),
      },
    }),
    current_site_id: ReadOnly(
      Nested<number | null>({
        schema: { type: ['integer', 'null'] },
        load: loadCurrentSiteId,
      }),
    ),
    current_site: ReadOnly(
      Nested<unknown>({
        schema: {
          type: ['object', 'null'],
          required: ['id', 'name'],
          properties: { id: { type: 'integer' }, name: { type: 'string' } },
        },
        load: loadCurrentSite,
      }),
    ),
    two_factor_confirmed_at: Internal(Nullable(Instant())),
    two_factor_enabled: Computed({ two_factor_confirmed_at: { not: null } }, { label: 'two-factor sign-in' }),
    last_login_at: Maintained(Nullable(Instant({ label: 'last sign-in' }))),
  },
  filtersThrough: {
    site_id: { to: 'sites', links: [{ ...membership, column: 'site_id' }], seen: membershipsSeen },
    role_id: {
      to: 'roles',
      links: [
        { ...membership, column: 'id' },
        { table: 'membership_roles', foreign: 'membership_id', column: 'role_id' },
      ],
      seen: membershipsSeen,
    },
  },
  search: ['first_name', 'last_name', 'username', 'email'],
  sort: ['last_name', 'first_name', 'username', 'email', 'created_at', 'last_login_at'],
  defaultSort: 'last_name',
  unique: [['username'], ['email']],
  requiredWhen: [
    {
      field: 'password',
      beside: { invite: ['false'] },
      message: say('Give a password, or have the person choose one: send `invite`.'),
    },
  ],
  rules: [
    { of: ['memberships'], check: settleMemberships },
    { of: ['password', 'invite'], check: judgeInvitation },
    { of: ['password'], check: judgePassword },
    { of: ['password', 'email', 'username'], check: judgeLikeness },
    { of: ['current_password', 'email', 'username'], check: judgeMissingConfirmation },
    { of: ['current_password'], check: judgeNeedlessConfirmation },
    { of: ['current_password', 'confirmed_hash'], check: judgeConfirmation },
  ],
  guards: { update: guardUpdate, delete: guardDelete },
  hooks: {
    async beforeTransaction({ id, values, actor, services, signal }) {
      const { password, current_password, invite } = values;
      if (invite === true && id === null) values.password_hash = services.noPassword;
      if (current_password !== undefined && id !== null && id === actor.id) {
        values.confirmed_hash = (await services.confirmPassword(id, current_password)) ?? 'none';
      }
      // A rule reports its errors together with all others.
      if (password === undefined || services.passwordProblems(password).length > 0) return;
      values.password_hash = await services.hashPassword(password, actor.id ?? 0, signal);
    },
    async beforeValidate(write) {
      const { row, services } = write;
      row.memberships ??= await firstMemberships(write);
      row.full_name = `${row.first_name} ${row.last_name}`;
      row.locale ??= services.locales[0];
      dropConfirmation(row);
    },
    async validate(write) {
      await checkUser(write);
      await holdEmail(write);
    },
    async afterWrite(write) {
      const { db, row, previous, actor, sent, services } = write;
      await storeMemberships(db, row.id, previous?.memberships ?? [], row.memberships);
      await keepCurrentSite(db, row.id);
      if (previous && sent('memberships')) await leaveWork(write, { user: row.id });
      if (!previous && row.invite === true) await services.invite(row.id, db);
      if (!previous) return;
      // Sent to the address that the person still reads.
      if (sent('password') && row.id !== actor.id)
        await services.followPasswordChange(row.id, previous.email, db);
      if (row.email !== previous.email) await services.followEmailChange(row.id, previous.email, db);
    },
    async afterDelete(remove) {
      const { db, row, services } = remove;
      // A deleted user belongs to no site: they must not prevent the delete of a site or a role.
      await db('memberships').where({ user_id: row.id }).delete();
      await leaveWork(remove, { user: row.id });
      await services.endSessions(row.id, db);
    },
  },
  actions: {
    invite: {
      on: 'row',
      permission: 'update',
      label: 'send an invitation',
      summary: 'Sends a new link to choose a password, for seven days.',
      async run({ row, db, services, update }) {
        if (!row) throw new Error('This action is on a row.');
        await services.invite(row.id, db);
        return update({});
      },
    },
  },
  view: {
    group: 'Administration',
    order: 90,
    headline: ['email', 'office_phone', 'cell_phone'],
    columns: ['full_name', 'email', 'cell_phone', 'two_factor_enabled', 'last_login_at'],
    sections: [
      { title: 'Identity', fields: ['first_name', 'last_name', 'locale'] },
      { title: 'Contact', fields: ['email', 'pending_email', 'email_failing', 'office_phone', 'cell_phone'] },
      { title: 'Rights', fields: ['memberships'] },
      {
        title: 'Sign-in',
        fields: ['username', 'password', 'invite', 'current_password', 'two_factor_enabled', 'last_login_at'],
      },
    ],
    related: [{ list: 'maintenances', from: 'scheduled_at' }, 'activities'],
  },
});

/** Memberships that a user may see: at the headquarters all, elsewhere those of that site. */
function membershipsSeen({ site }: Actor): Condition {
  return site?.is_headquarters ? and() : eq('site_id', site?.id ?? 0);
}

declare module '../engine/index.ts' {
  interface Resources {
    users: typeof import('./users.ts').default;
  }
}
