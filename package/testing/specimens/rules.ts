/** What a definition does not tell about right rows, because a hook decides it: told in a file beside it. */
import type { Knex } from 'knex';
import type { Scope } from '../../../engine/policy.ts';
import type { Client } from '../world/client.ts';

/** A body, or a row as it is answered. */
export type Body = Record<string, unknown>;

/** Where a user works: at the headquarters, or at one of two plants that know nothing of each other. */
export const places = ['hq', 'north', 'south'] as const;
export type Place = (typeof places)[number];

/** Words that stand in every text of a place and nowhere else. */
export const marks: Readonly<Record<Place, string>> = {
  hq: 'Hoofdweg',
  north: 'Noordzee',
  south: 'Zuidpool',
};

/** Ids of the sites. */
export const siteIds: Readonly<Record<Place, number>> = { hq: 1, north: 2, south: 3 };

/** Whether rows are made at each place: rows of its site, or of a user who works there. */
export function isSpread(scope: Scope): boolean {
  return scope === 'site' || scope === 'own' || typeof scope === 'object';
}

export interface Wish {
  /** 0 where nothing is said. Rows of neighbouring numbers differ in every field that has two values. */
  readonly variant?: number;
  /** Values that are to be as they are. */
  readonly pin?: Readonly<Body>;
  /** With all fields that can be set; else with those alone that must be. */
  readonly whole?: boolean;
}

/** A row that was made. */
export interface Made {
  readonly id: number;
  readonly data: Body;
  readonly etag: string;
  readonly location: string;
  /** What was sent. */
  readonly sent: Body;
}

/** What rules can make use of. */
export interface SpecimenMaker {
  /** A user with all permissions at a place. */
  readonly clientAt: (place: Place) => Client;
  /** Creates a row of a resource, by its path. */
  make(resource: string, place: Place, wish?: Wish): Promise<Made>;
  /** Id of a row to which a reference of a resource may point; three different ones take turns as the variant counts up. */
  refer(resource: string, field: string, place: Place, variant: number): Promise<number>;
}

/** What is known where a body is to be brought in line. */
export interface Fitting {
  /** Fields that are to stay as they are. */
  readonly pinned: ReadonlySet<string>;
  readonly place: Place;
  readonly specimens: SpecimenMaker;
  /** The row that the body is to change; null where it creates one. */
  readonly current: Readonly<Body> | null;
}

/** Rules for the specimens of one resource, as small as possible: what follows from a declaration needs no rule. */
export interface SpecimenRules {
  /** What the hooks ask, in a few words. */
  readonly reason?: string;
  /** Changes fields that are not pinned until the body is valid. */
  fit?(body: Body, fitting: Fitting): void | Promise<void>;
  /** Values of fields whose declaration does not tell what is right. */
  readonly values?: Readonly<
    Record<string, (place: Place, variant: number, specimens: SpecimenMaker) => unknown>
  >;
  /** Fields that a hook asks for where nothing is sent. */
  readonly required?: readonly string[];
  /** Fields that no single change can set. */
  readonly unchangeable?: readonly string[];
  /** References that a hook judges by other rows: what is offered of them need not be accepted. */
  readonly judged?: readonly string[];
  /** Numbers that a hook holds to narrower bounds than those that are declared. */
  readonly narrower?: readonly string[];
  /**
   * Makes more of what no create alone makes, e.g. the rows of a resource that users cannot create. Those that the service makes of its own
   * accord can be put into the database.
   */
  populate?(place: Place, specimens: SpecimenMaker, db: Knex): Promise<void>;
  /** Makes a row if users cannot create one by the resource itself. @returns its id */
  make?(place: Place, specimens: SpecimenMaker): Promise<number>;
  /** Ids of rows with which an own action is possible, by its name: where no declared way of a row leads there. */
  readonly ready?: Readonly<Record<string, (place: Place, specimens: SpecimenMaker) => Promise<number>>>;
  /** What a body has of a value that was read. */
  readonly asSent?: Readonly<Record<string, (value: unknown) => unknown>>;
  /** A row of a table that is no resource, and points here by hand: what stands in the way of a delete. */
  readonly blockers?: Readonly<Record<string, (id: number) => Readonly<Record<string, number>>>>;
  /** The values by which a filter of a path of its own finds a row. */
  readonly filters?: Readonly<Record<string, (row: Readonly<Body>) => readonly unknown[]>>;
  /** Permissions that right values ask for, beside that of the operation. */
  readonly asks?: readonly string[];
  /** How many queries a write may make, where what hooks do takes more than the usual ones. */
  readonly writeQueries?: number;
}

/** Gives the rules back: for their types. The default export of `resources/loans.specimen.ts`, beside `resources/loans.ts`. */
export function defineSpecimen(rules: SpecimenRules): SpecimenRules {
  return rules;
}
