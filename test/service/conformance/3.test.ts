import { holdShare } from './share.ts';

await holdShare(3);
