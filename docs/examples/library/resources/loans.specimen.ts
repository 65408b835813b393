import { defineSpecimen } from 'millwright/testing';

export default defineSpecimen({
  reason: 'A book is lent once it is back.',
  async fit(body, { current, pinned, place, specimens }) {
    if (current || body.returned_on) return;
    if (!pinned.has('book_id')) body.book_id = (await specimens.make('books', place)).id;
    else if (!pinned.has('returned_on')) body.returned_on = '2026-01-31';
  },
});
