/** Words of forms. */
import { numberText } from './number.ts';

export const form = {
  choose: 'Search…',
  clear: 'Clear',
  take: 'Remove',
  results: (shown: number, total: number) =>
    total === 0
      ? 'Nothing found.'
      : shown < total
        ? `The first ${shown} of ${numberText(total, 'en')}. Type to find others.`
        : `${total} found.`,
  required: 'Required',
  select: 'Please choose',
  show: 'Show',
  add: 'Add',
  higher: 'Move up',
  lower: 'Move down',
  all: 'All',
  nothingToChoose: 'There is nothing to choose from.',
  notGrantable: 'You can only give or take away permissions that you have yourself.',
  length: (length: number, most: number) =>
    `${numberText(length, 'en')} of ${numberText(most, 'en')} characters`,
  now: 'now, if left empty',
  twice: 'The clocks go back: this time comes twice.',
  first: 'The first time',
  second: 'The second time',
  gap: (time: string, after: string) =>
    `The clocks go forward that day: there is no ${time}. It will be ${after} instead.`,
  incomplete: 'this is incomplete.',
  unreadable: 'this is not valid JSON.',
  edit: 'Edit',
  up: 'You are here',
  save: 'Save',
  saving: 'Saving…',
  others: 'More',
  saved: (title: string) => `“${title}” was saved.`,
  created: (title: string) => `“${title}” was created.`,
  previewNeeds: 'Fill in the required fields to see it here.',
  previewNot: 'It cannot be shown right now.',
  createdAll: (count: number) => `${count} created.`,
  more: (name: string) => `One more: ${name}`,
  less: (name: string) => `One less: ${name}`,
  fix: (count: number) => (count === 1 ? 'Please correct one thing:' : `Please correct ${count} things:`),
  unreachable:
    'The service could not be reached. Nothing you typed is lost. Save again when the connection is back: it will be saved only once.',
  signedOut: 'This is not saved yet. Sign in, then save again.',
  savedBefore:
    'This has already been saved, with other values. Check the list. To save it as another row, save again.',
  mayNot: 'You no longer have permission to save this here. What you typed is kept as a draft.',
  mayNotOpen: 'You do not have permission to do that here.',
  emptied: (fields: string) => `These no longer apply and will be emptied: ${fields}.`,
  draft: (at: string) => `You have an unsaved draft of ${at}.`,
  takeDraft: 'Restore it',
  discardDraft: 'Discard it',
  gone: 'Somebody has deleted this, so it can no longer be saved. Here is what you typed.',
  yourText: 'Your text',
  copy: 'Copy',
  copied: 'Copied.',
  toldOnce: 'Copy this now. It is shown only once.',
  toldDone: 'I have copied it',
  subscribe: 'Open in a calendar program',
  conflict: 'Somebody else has changed this',
  conflictHelp: 'Keeping yours saves your changes. What they changed in other fields stays.',
  field: 'Field',
  theirs: 'Theirs',
  mine: 'Yours',
  unchanged: 'Not changed',
  back: 'Back to the form',
  takeTheirs: 'Use theirs',
  keepMine: 'Keep mine',
};
