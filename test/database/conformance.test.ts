/** On a server, the laws of three resources that have all features between them; plans, because they make rows of maintenances. */
import { databaseKind } from '../harness/database.ts';
import { holdToLaws } from '../service/conformance/share.ts';

if (databaseKind === 'mysql') await holdToLaws(['item-movements', 'maintenance-plans', 'maintenances']);
