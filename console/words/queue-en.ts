/** Words of what waits for a network. */
import { numberText } from './number.ts';

export const queue = {
  mark: 'Not sent',
  title: 'Not sent yet',
  count: (count: number) => `${numberText(count, 'en')} not sent`,
  nothing: 'Everything has been sent.',
  help: 'This is kept on the device. It is sent when there is a connection, while a page is open.',
  kept: (title: string) => `“${title}” is kept on this device, and sent later.`,
  needs: 'This needs a connection. Try again when there is one.',
  full: 'There is no room for this on the device.',
  waiting: 'Waits for a connection.',
  elsewhere: (site: string) => `Waits until you are at ${site}.`,
  old: 'It was tried over 7 days ago and may have arrived. Look before you send it again.',
  asks: 'Somebody else changed the same fields.',
  lost: 'What it refers to has been discarded.',
  now: 'Try now',
  mend: 'Correct',
  compare: 'Compare',
  discard: 'Discard',
  discardAsk: 'It is deleted from this device and never sent.',
  discardOthers: 'These cannot be sent without it and are deleted, too:',
  signOut: 'Sign out without sending?',
  signOutHelp: (count: number) =>
    `${count === 1 ? 'One change has' : `${numberText(count, 'en')} changes have`} not been sent. Signing out deletes them.`,
};
