/** Words of printed labels. */
export const labels = {
  title: 'Labels',
  paper: 'Paper',
  papers: {
    sheet24: 'A4, 24 labels of 70 × 37 mm',
    sheet8: 'A4, 8 labels of 105 × 74 mm',
    tape: 'Strip of 62 mm',
  },
};
