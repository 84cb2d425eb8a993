/** The part of Deno's API that the functions use (https://docs.deno.com/api/deno). */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): unknown;
  env: { get(name: string): string | undefined };
};
