export { openTracing, type Tracing, type TracingOptions } from './open-tracing.ts';
export { sendInTrace } from './send-in-trace.ts';
