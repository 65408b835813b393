/** Icons for the names that a view may use, drawn on a grid of 24 by 24. */

const paths: Readonly<Record<string, string>> = {
  arrows: 'M4 8h13l-3-3m3 3-3 3M20 16H7l3-3m-3 3 3 3',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  book: 'M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h9',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  brush: 'M14 4l6 6-7 7-6-6zM7 11l-3 9 9-3',
  building: 'M5 21V5l8-2v18M13 9h6v12M3 21h18M8 8h2M8 12h2M8 16h2M16 13h0M16 17h0',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  camera: 'M4 8h4l2-3h4l2 3h4v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  chart: 'M4 20h16M7 20v-7M12 20V6M17 20v-10',
  check: 'M4 4h16v16H4zM8 12l3 3 5-6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  drop: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  flame: 'M12 21a6 6 0 0 1-6-6c0-4 4-5 4-11 4 2 8 6 8 11a6 6 0 0 1-6 6z',
  folder: 'M3 6h6l2 2h10v11H3z',
  gauge: 'M4 18a9 9 0 1 1 16 0M12 14l4-5M12 15.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2z',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  history: 'M4 12a8 8 0 1 0 3-6.2L4 8M4 4v4h4M12 8v4l3 2',
  key: 'M8 17a4 4 0 1 1 3.5-6H21v3h-2v3h-3v-3h-4.500A4 4 0 0 1 8 17zM8 13h0',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h0M4 12h0M4 18h0',
  map: 'M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14',
  money: 'M3 7h18v10H3zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM6 12h0M18 12h0',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500a6 6 0 0 1 3 5.500',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 21a7 7 0 0 1 14 0',
  pin: 'M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 21 21',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h0',
  truck:
    'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h0',
  wrench: 'M20 7a5 5 0 0 1-6.500 6L7 19.500 4.500 17 11 10.500A5 5 0 0 1 17 4l-3 3 3 3z',
};

export function Icon({ name }: { readonly name: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name] ?? paths.list} />
    </svg>
  );
}
