/** The requirements of hooks for valid rows, which a definition does not show: written in a file beside it. */
import type { Knex } from 'knex';
import type { Scope } from '../../../engine/policy.ts';
import type { Client } from '../world/client.ts';

/** A body, or a row as it is answered. */
export type Body = Record<string, unknown>;

/** Where a user works: at the headquarters, or at one of two plants that see nothing of each other. */
export const places = ['hq', 'north', 'south'] as const;
export type Place = (typeof places)[number];

/** Words that are in every text of a place and nowhere else. */
export const marks: Readonly<Record<Place, string>> = {
  hq: 'Hoofdweg',
  north: 'Noordzee',
  south: 'Zuidpool',
};

/** Ids of the sites. */
export const siteIds: Readonly<Record<Place, number>> = { hq: 1, north: 2, south: 3 };

/** Ids of the roles: one with all permissions, one that a test fills. */
export const roleIds = { everything: 1, limited: 2 } as const;

/** Whether rows are made at each place: rows of its site, or of a user who works there. */
export function isSpread(scope: Scope): boolean {
  return scope === 'site' || scope === 'own' || typeof scope === 'object';
}

export interface Wish {
  /** By default 0. Rows of neighbouring numbers differ in every field that has two values. */
  readonly variant?: number;
  /** Values that are to be as they are. */
  readonly pin?: Readonly<Body>;
  /** Whether all fields that can be set are set, or only the required ones. */
  readonly whole?: boolean;
}

/** A row that was made. */
export interface Made {
  readonly id: number;
  readonly data: Body;
  readonly etag: string;
  readonly location: string;
  /** The body of the request. */
  readonly sent: Body;
}

/** The tools of rules. */
export interface SpecimenMaker {
  /** A user with all permissions at a place. */
  readonly clientAt: (place: Place) => Client;
  /** Creates a row of a resource, by its path. */
  make(resource: string, place: Place, wish?: Wish): Promise<Made>;
  /** Id of a row to which a reference of a resource may point; three different ones take turns as the variant counts up. */
  refer(resource: string, field: string, place: Place, variant: number): Promise<number>;
}

/** The facts for making a body valid. */
export interface Fitting {
  /** Fields that are to stay as they are. */
  readonly pinned: ReadonlySet<string>;
  readonly place: Place;
  readonly specimens: SpecimenMaker;
  /** The row that the body changes; null if it creates one. */
  readonly current: Readonly<Body> | null;
}

/** Rules for the specimens of one resource, as few as possible: what follows from a declaration needs no rule. */
export interface SpecimenRules {
  /** What the hooks require, in a few words. */
  readonly reason?: string;
  /** Changes fields that are not pinned until the body is valid. */
  fit?(body: Body, fitting: Fitting): void | Promise<void>;
  /** Values of fields whose declaration does not show valid values. */
  readonly values?: Readonly<
    Record<string, (place: Place, variant: number, specimens: SpecimenMaker) => unknown>
  >;
  /** Values of a person who may view everything at a place, for references that take such people only. */
  readonly viewer?: (place: Place) => Body;
  /** Fields that a hook requires if nothing is sent. */
  readonly required?: readonly string[];
  /** Fields that no single change can set. */
  readonly unchangeable?: readonly string[];
  /** References that a hook checks against other rows: not all options need be accepted. */
  readonly judged?: readonly string[];
  /** Numbers to which a hook allows narrower bounds than the declared ones. */
  readonly narrower?: readonly string[];
  /**
   * Makes rows that no create makes, e.g. those of a resource that users cannot create. Rows that the service makes by itself can
   * be put into the database.
   */
  populate?(place: Place, specimens: SpecimenMaker, db: Knex): Promise<void>;
  /** Makes a row if users cannot create one by the resource itself. @returns its id */
  make?(place: Place, specimens: SpecimenMaker): Promise<number>;
  /** Ids of rows that allow an own action, by its name, if no declared transition leads there. */
  readonly ready?: Readonly<Record<string, (place: Place, specimens: SpecimenMaker) => Promise<number>>>;
  /** The body's form of a value that was read. */
  readonly asSent?: Readonly<Record<string, (value: unknown) => unknown>>;
  /** A row, made by hand, of a table without a resource that refers to this row and prevents a delete. */
  readonly blockers?: Readonly<Record<string, (id: number) => Readonly<Record<string, number>>>>;
  /** The values by which a filter of a path of its own finds a row. */
  readonly filters?: Readonly<Record<string, (row: Readonly<Body>) => readonly unknown[]>>;
  /** Permissions that valid values require, beside that of the operation. */
  readonly asks?: readonly string[];
  /** The number of queries of a write, if hooks need more than the usual ones. */
  readonly writeQueries?: number;
}

/** Gives the rules back: for their types. The default export of `resources/loans.specimen.ts`, beside `resources/loans.ts`. */
export function defineSpecimen(rules: SpecimenRules): SpecimenRules {
  return rules;
}
