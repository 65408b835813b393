import { defineProject } from 'millwright';

/** A library: books, who wrote them, and who has them at home. Of Millwright it has sign-in and the engine alone. */
export default defineProject({
  name: 'Library',
  base: 'people',
  roles: {
    librarian: ['author.*', 'book.*', 'loan.*', 'site.viewAny', 'site.view'],
    reader: ['author.viewAny', 'author.view', 'book.viewAny', 'book.view'],
  },
  routes(router, { actorOf, database }) {
    router.get('/opening-hours', async (ctx) => {
      const { site } = actorOf(ctx);
      const books = await database('books')
        .where({ site_id: site?.id ?? 0 })
        .count({ count: '*' })
        .first();
      ctx.body = { data: { monday_to_friday: '10:00 to 18:00', books: Number(books?.count) } };
    });
  },
});
