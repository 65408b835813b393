/** Words of forms. */
export const form = {
  choose: 'Search…',
  clear: 'Clear',
  take: 'Take away',
  results: (shown: number, total: number) =>
    total === 0
      ? 'Nothing found.'
      : shown < total
        ? `The first ${shown} of ${total.toLocaleString('en')}: type to find others.`
        : `${total} found.`,
  required: 'Needed',
  select: 'Please choose',
  show: 'Show',
  add: 'Add',
  all: 'All',
  nothingToChoose: 'There is nothing to choose from.',
  notGrantable: 'What you do not hold yourself you can neither give nor take away.',
  length: (length: number, most: number) =>
    `${length.toLocaleString('en')} of ${most.toLocaleString('en')} characters`,
  now: 'now, where it is left out',
  twice: 'The clocks are put back: this time is shown twice.',
  first: 'The first time',
  second: 'The second time',
  gap: (time: string, after: string) =>
    `The clocks are put forward that day: there is no ${time}. Clocks show ${after} instead.`,
  incomplete: 'only a part of it is there.',
  unreadable: 'this is not JSON.',
  edit: 'Edit',
  up: 'Where you are',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  others: 'More',
  saved: (title: string) => `Saved: ${title}`,
  created: (title: string) => `Created: ${title}`,
  fix: (count: number) =>
    count === 1 ? 'One thing is to be put right:' : `${count} things are to be put right:`,
  unreachable:
    'The service could not be reached. Nothing that you typed is lost: save again when the connection is back. It is saved once, also where only the answer was lost.',
  signedOut: 'This is not saved yet: sign in, and save again.',
  savedBefore:
    'This was saved before, with other values. Look at the list; to save it as another row, save again.',
  mayNot: 'You may no longer save this here. What you typed is kept as a draft.',
  mayNotOpen: 'You may not do that here.',
  emptied: (fields: string) => `Saving empties what no longer applies: ${fields}.`,
  draft: (at: string) => `What you typed here on ${at} was not saved.`,
  takeDraft: 'Go on with it',
  discardDraft: 'Throw it away',
  gone: 'Somebody has deleted this meanwhile, so it cannot be saved. Here is what you typed.',
  yourText: 'Your text',
  copy: 'Copy',
  copied: 'Copied.',
  conflict: 'Somebody else has changed this meanwhile',
  conflictHelp: 'Keeping yours saves what you changed, and leaves what they changed elsewhere.',
  field: 'Field',
  theirs: 'Saved now',
  mine: 'Yours',
  unchanged: 'As it is saved',
  back: 'Back to the form',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
};
