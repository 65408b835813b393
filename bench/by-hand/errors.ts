/** Errors as answers: one class, caught in one place. */
import type { Middleware } from 'koa';

export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]> | undefined;

  constructor(status: number, code: string, message: string, errors?: Record<string, string[]>) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** 422 on one field. */
export function invalid(field: string, message: string): HttpError {
  return new HttpError(422, 'validation_failed', message, { [field]: [message] });
}

export function notFound(): HttpError {
  return new HttpError(404, 'not_found', 'There is nothing here.');
}

export function answerErrors(): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const known =
        error instanceof HttpError ? error : new HttpError(500, 'internal', 'Something went wrong.');
      if (known.status === 500) console.error(error);
      ctx.status = known.status;
      ctx.body = {
        message: known.message,
        code: known.code,
        ...(known.errors ? { errors: known.errors } : {}),
      };
    }
  };
}
