/** The parts of an OpenAPI document by which answers are judged. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  };
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
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
