/** The parts of an OpenAPI document by which answers are judged. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, FilterSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  };
}

/** The schema of a filter: a value, a list of values, or an object with its operators. */
interface FilterSchema {
  readonly anyOf?: readonly { readonly properties?: object }[];
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Reference | ParameterObject)[];
  readonly requestBody?: { readonly content: ResponseObject['content'] & object };
  readonly responses: Readonly<Record<string, Reference | ResponseObject>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly style?: string;
  readonly schema?: { readonly $ref?: string };
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
