CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"epoch" bigint NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"done" text
);
