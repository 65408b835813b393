import { conformance } from 'millwright/testing';

/** Authors, books and loans do what the contract promises of every resource. */
await conformance();
