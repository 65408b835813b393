export default {
  sentences: {
    'This book is not back yet.': 'Ce livre n’est pas encore rendu.',
    Library: 'Bibliothèque',
  },
  words: {
    author: { title: { one: 'auteur', many: 'auteurs' }, fields: { name: 'nom', born: 'né en' } },
    book: {
      title: { one: 'livre', many: 'livres' },
      fields: { name: 'titre', author_id: 'auteur', shelf: 'rayon', state: 'état' },
      values: { state: { good: 'bon', worn: 'usé', lost: 'perdu' } },
    },
    loan: {
      title: { one: 'prêt', many: 'prêts' },
      fields: {
        name: 'lecteur',
        book_id: 'livre',
        due_on: 'à rendre le',
        returned_on: 'rendu le',
        late: 'en retard',
      },
    },
  },
};
