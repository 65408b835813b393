import { defineSeed } from 'millwright/definition';

/** A library to begin with, and what stands in it. */
export default defineSeed(async ({ rows, at }) => {
  const { id } = await rows('sites').create({
    name: 'Main library',
    timezone: 'Europe/Paris',
    is_headquarters: true,
  });
  const shelley = await rows('authors').create({ name: 'Mary Shelley', born: 1797 });
  const verne = await rows('authors').create({ name: 'Jules Verne', born: 1828 });
  await at(id, async ({ rows }) => {
    await rows('books').createAll([
      { name: 'Frankenstein', author_id: shelley.id },
      { name: 'The Last Man', author_id: shelley.id },
      { name: 'Michel Strogoff', author_id: verne.id },
    ]);
  });
});
