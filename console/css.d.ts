/** Styles of what is loaded later: `import style from './x.css' with { type: 'text' }`. */
declare module '*.css' {
  const text: string;
  export default text;
}
